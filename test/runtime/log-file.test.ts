import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesOfLog, LogFile } from '../../src/runtime/evidence/log-file.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const FILES = 8;

function logIn(name = 'log.jsonl') {
  const folder = temporaryFolder().path;
  const path = join(folder, name);
  return {
    folder,
    path,
    open: (maxBytes = 1_000) => new LogFile(path, maxBytes),
    /** What the files of the log hold, the oldest first. */
    texts: () => filesOfLog(path).map((file) => readFileSync(file, 'utf8')),
  };
}

describe('what a log ended with', () => {
  const long = 'x'.repeat(200_000);

  it.each([
    ['nothing', '', undefined, 0],
    ['one line', 'a\n', 'a', 0],
    ['several lines', 'a\nb\n', 'b', 0],
    ['half a line after a whole one', 'a\nb\n{"half', 'b', 6],
    ['half a line and nothing before it', '{"half', undefined, 6],
    ['an empty line', 'a\n\n', '', 0],
    ['half a character', 'ä\n\u00e9', 'ä', 2],
    ['a line longer than a block', `a\n${long}\n`, long, 0],
    ['half a line longer than a block', `a\nb\n${long}`, 'b', long.length],
    ['a long line and half a long one', `a\n${long}b\n${long}`, `${long}b`, long.length],
  ])('is told, and what was cut short is taken away: %s', (_, text, last, torn) => {
    const { path, open } = logIn();
    writeFileSync(path, text);
    const file = open(1_000_000);
    expect(file.recover()).toEqual({ last, torn });
    file.append('next\n');
    file.close();
    const whole = Buffer.from(text).subarray(0, Buffer.byteLength(text) - torn);
    expect(readFileSync(path, 'utf8')).toBe(`${whole}next\n`);
  });

  it('is the last whole line, wherever a crash cut the log', () => {
    const line = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'ü', '{'), minLength: 1, maxLength: 9 }), fc.constant('b'.repeat(65_530)));
    const { path, open } = logIn();
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), fc.nat(), (lines, at) => {
        const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
        const left = bytes.subarray(0, at % (bytes.length + 1));
        writeFileSync(path, left);
        const file = open(1_000_000);
        const end = left.lastIndexOf(10) + 1;
        const last =
          end === 0
            ? undefined
            : left
                .toString('utf8', 0, end - 1)
                .split('\n')
                .at(-1);
        expect(file.recover()).toEqual({ last, torn: left.length - end });
        file.close();
        expect(readFileSync(path)).toEqual(left.subarray(0, end));
      }),
    );
  });

  it('is looked for in the file before where the present one is empty', () => {
    const { path, folder, open } = logIn();
    writeFileSync(join(folder, 'log.1.jsonl'), 'old\nolder file, last line\n');
    writeFileSync(path, '{"torn');
    const file = open();
    expect(file.recover()).toEqual({ last: 'older file, last line', torn: 6 });
    file.close();
    expect(statSync(path).size).toBe(0);
  });
});

describe('a log that grows', () => {
  it.each([
    ['fits to the byte', 10, ['aaaa\n', 'bbbb\n'], ['aaaa\nbbbb\n']],
    ['does not fit by a byte', 9, ['aaaa\n', 'bbbb\n'], ['aaaa\n', 'bbbb\n']],
    ['has lines longer than a file may be', 3, ['aaaa\n', 'b\n', 'cccc\n'], ['aaaa\n', 'b\n', 'cccc\n']],
    ['is counted in bytes, not in characters', 6, ['ää\n', 'b\n'], ['ää\n', 'b\n']],
    ['keeps lines that were appended together in one file', 6, ['aa\n', 'b\nc\nd\n'], ['aa\n', 'b\nc\nd\n']],
  ])('%s', (_, maxBytes, appended, expected) => {
    const { open, texts } = logIn();
    const file = open(maxBytes);
    for (const text of appended) file.append(text);
    file.close();
    expect(texts()).toEqual(expected);
  });

  it('goes on in the file that is there, and counts what is in it', () => {
    const { path, open, texts } = logIn();
    writeFileSync(path, 'aaaa\n');
    const file = open(9);
    file.append('b\n');
    file.append('ccc\n');
    file.close();
    expect(texts()).toEqual(['aaaa\nb\n', 'ccc\n']);
  });

  it('keeps the last eight files and forgets the oldest', () => {
    const { open, texts, folder } = logIn();
    const file = open(1);
    for (let at = 1; at <= 12; at++) file.append(`${at}\n`);
    file.close();
    expect(texts()).toEqual(['5\n', '6\n', '7\n', '8\n', '9\n', '10\n', '11\n', '12\n']);
    expect(readdirSync(folder)).toHaveLength(FILES);
  });

  it('never loses a line, nor changes their order, until files are forgotten', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'ü'), minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 30 }), (all, maxBytes) => {
        const { open, texts } = logIn();
        for (const line of all) {
          const file = open(maxBytes);
          file.recover();
          file.append(`${line}\n`);
          file.close();
        }
        expect(texts().join('')).toBe(all.map((line) => `${line}\n`).join(''));
        for (const text of texts()) expect(Buffer.byteLength(text) <= maxBytes || text.split('\n').length === 2).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it.each([
    ['log.jsonl', 'log.1.jsonl'],
    ['calls', 'calls.1'],
    ['a.jsonl.log', 'a.jsonl.log.1'],
  ])('is called %s, and %s when it is full', (name, rotated) => {
    const { open, folder } = logIn(name);
    const file = open(1);
    file.append('a\n');
    file.append('b\n');
    file.close();
    expect(readdirSync(folder).sort()).toEqual([name, rotated].sort());
    for (const each of readdirSync(folder)) expect(statSync(join(folder, each)).mode & 0o077).toBe(0);
  });

  it('does not mend a file that it does not write', () => {
    const { folder, open, texts } = logIn();
    appendFileSync(join(folder, 'log.1.jsonl'), 'a\n{"half');
    const file = open();
    expect(file.recover()).toEqual({ last: 'a', torn: 0 });
    file.close();
    expect(texts()).toEqual(['a\n{"half', '']);
  });

  it('says which file cannot be written', () => {
    const { folder } = logIn();
    expect(() => new LogFile(join(folder, 'none', 'log.jsonl'), 10)).toThrow(/log cannot be written/);
  });
});
