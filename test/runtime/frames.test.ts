import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdFinder, idsIn } from '../../src/runtime/frames/id-finder.js';
import { LineSplitter } from '../../src/runtime/frames/line-splitter.js';
import { MAX_DEPTH, parseFrame } from '../../src/runtime/frames/parse-frame.js';

const LIMIT = 1_000_000;

/** Any JSON: texts of all characters, and member names that objects have by birth or that look alike. */
const texts = fc.string({ unit: 'binary', maxLength: 12 });
const names = fc.oneof(texts, fc.constantFrom('id', 'Id', '__proto__', 'constructor', 'toString', '', '"', '\\', ':', '{'));
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(names, tie('json')), { maxLength: 4, selector: ([name]) => name })
      .map((members) => Object.fromEntries(members)),
  ),
}));
const indents = fc.constantFrom(undefined, 1, '\t');

/** `reason` of the refusal, `{ value }`, or undefined for a blank line. */
function read(line: string | Buffer) {
  const buffer = Buffer.from(line as string);
  const parsed = parseFrame({ buffer, from: 0, to: buffer.length }, LIMIT);
  return parsed === undefined || 'value' in parsed ? parsed : parsed.fault.reason;
}

/** A line feed would end the frame. */
function lineOf(value: unknown, indent?: string | number): string {
  return JSON.stringify(value, null, indent).replaceAll('\n', ' ');
}

function bare(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

describe('a frame', () => {
  it('that any reader understands alike is what JSON.parse says, with or without a carriage return at its end', () => {
    fc.assert(
      fc.property(json, indents, (value, indent) => {
        const text = lineOf(value, indent);
        expect(JSON.stringify(read(text))).toBe(JSON.stringify(bare(text)));
        expect(JSON.stringify(read(`${text}\r`))).toBe(JSON.stringify(bare(text)));
      }),
    );
  });

  it('that was damaged is either what JSON.parse says, or refused', () => {
    const edit = fc.record({
      at: fc.nat(),
      cut: fc.nat(3),
      put: fc.string({ unit: fc.constantFrom(...'{}[]",:\\ 0e-tu\u0000é'), maxLength: 3 }),
    });
    fc.assert(
      fc.property(json, fc.array(edit, { minLength: 1, maxLength: 3 }), (value, edits) => {
        const text = edits.reduce((left, { at, cut, put }) => {
          const from = at % (left.length + 1);
          return left.slice(0, from) + put + left.slice(from + cut);
        }, lineOf(value));
        const found = read(text);
        const expected = bare(Buffer.from(text).toString());
        if (typeof found === 'string') return;
        expect(JSON.stringify(found)).toBe(JSON.stringify(expected));
        if (found === undefined) expect(text).toMatch(/^[ \t]*$/);
      }),
      { numRuns: 500 },
    );
  });

  it('with a member that stands twice is refused, however deep it is and however its name is spelt', () => {
    const spelt = (name: string, escaped: boolean) =>
      escaped ? `"${[...name].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"` : JSON.stringify(name);
    const wrapped = fc.array(fc.constantFrom<[string, string]>(['[', ']'], ['{"a":', '}'], ['[1,{"b":[', ',2]}]']), { maxLength: 8 });
    const name = fc.constantFrom('a', 'id', 'method', '__proto__', '1');
    fc.assert(
      fc.property(name, json, json, json, fc.boolean(), wrapped, (name, first, between, second, escaped, wraps) => {
        const twice = `{${spelt(name, false)}:${lineOf(first)},"other":${lineOf(between)},${spelt(name, escaped)}:${lineOf(second)}}`;
        const text = wraps.reduce((inner, [open, close]) => open + inner + close, twice);
        expect(bare(text)).toBeDefined();
        expect(read(text)).toBe('a member stands twice in one object');
      }),
    );
  });

  it.each([
    ['', undefined],
    ['   \t', undefined],
    ['\u00a0', 'not valid JSON'],
    ['\u3000', 'not valid JSON'],
    ['\u000b', 'not valid JSON'],
    ['\r', undefined],
    ['{', 'not valid JSON'],
    ['{"a":1}}', 'not valid JSON'],
    ["{'a':1}", 'not valid JSON'],
    ['{"a":1,}', 'not valid JSON'],
    ['NaN', 'not valid JSON'],
    ['"open', 'not valid JSON'],
    ['"a\\"', 'not valid JSON'],
    ['\ufeff{}', 'not valid JSON'],
    ['{"a":\r1}', 'a carriage return within the message'],
    ['{}\r\r', 'a carriage return within the message'],
    ['["\\ud800"]', 'a lone surrogate'],
    ['{"\\uDFFF":1}', 'a lone surrogate'],
    ['["\\ud83d\\ude00"]', { value: ['😀'] }],
    ['["\\\\ud800"]', { value: ['\\ud800'] }],
    ['["a:b","{[:"]', { value: ['a:b', '{[:'] }],
    [`${'['.repeat(MAX_DEPTH)}${']'.repeat(MAX_DEPTH)}`, expect.objectContaining({ value: expect.any(Array) })],
    [`${'['.repeat(MAX_DEPTH + 1)}${']'.repeat(MAX_DEPTH + 1)}`, `nested deeper than ${MAX_DEPTH} levels`],
    [`["${'['.repeat(MAX_DEPTH + 1)}"]`, { value: ['['.repeat(MAX_DEPTH + 1)] }],
  ])('%j is read, blank, or refused and why', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['a byte that begins nothing', [0x22, 0xff, 0x22]],
    ['a surrogate in bytes', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a slash in two bytes', [0x22, 0xc0, 0xaf, 0x22]],
    ['a character cut short', [0x22, 0xe2, 0x82, 0x22]],
  ])('of bytes that are no UTF-8 is refused: %s', (_, bytes) => {
    expect(read(Buffer.from(bytes))).toBe('not valid UTF-8');
  });
});

describe('the ids of a frame that is not parsed', () => {
  const isId = (value: unknown) => typeof value === 'string' || Number.isSafeInteger(value);
  const ids = fc.oneof(texts, fc.integer(), fc.maxSafeInteger());
  const frames = fc
    .record({ before: json, id: fc.oneof(ids, json), after: json })
    .map(({ before, id, after }) => ({ params: before, id, result: after }));

  it('are those that JSON.parse finds in the outermost object, and of no object within', () => {
    fc.assert(
      fc.property(frames, indents, (frame, indent) => {
        const text = lineOf(frame, indent);
        const { id } = JSON.parse(text);
        expect(idsIn(Buffer.from(text))).toEqual(isId(id) ? [id] : []);
      }),
    );
  });

  it('are the same in whatever pieces the bytes come', () => {
    fc.assert(
      fc.property(frames, fc.integer({ min: 1, max: 7 }), (frame, size) => {
        const bytes = Buffer.from(lineOf(frame));
        const finder = new IdFinder();
        for (let at = 0; at < bytes.length; at += size) finder.push(bytes.subarray(at, at + size));
        expect(finder.ids).toEqual(idsIn(bytes));
      }),
    );
  });

  it('are no others where the frame breaks off', () => {
    fc.assert(
      fc.property(frames, fc.nat(), (frame, at) => {
        const bytes = Buffer.from(lineOf(frame));
        const found = idsIn(bytes.subarray(0, at % (bytes.length + 1)));
        expect([[], [JSON.parse(lineOf(frame)).id]]).toContainEqual(found);
      }),
    );
  });

  it.each([
    ['{"id":1,"id":"two"}', [1, 'two']],
    ['{"id":1,"id":1}', [1]],
    ['{"\\u0069d":7}', [7]],
    ['{"ID":7}', []],
    ['{"id":7.5}', []],
    ['{"id":9007199254740993}', []],
    ['{"id":null}', []],
    ['{"id":{"id":7}}', []],
    ['["id",7]', []],
    ['[{"id":7}]', []],
    ['{"a":"\\",\\"id\\":7","id":8}', [8]],
    ['{"id":5, oops', [5]],
    ['{"id":5', []],
    [`{${Array.from({ length: 12 }, (_, at) => `"id":${at}`).join()}}`, [0, 1, 2, 3, 4, 5, 6, 7]],
    [`{"id":"${'x'.repeat(400)}"}`, []],
  ])('%s', (text, expected) => {
    expect(idsIn(Buffer.from(text))).toEqual(expected);
  });
});

describe('lines of a stream', () => {
  const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '\r', '{"id":3}'), maxLength: 9 }), { maxLength: 8 });

  it('are the same in whatever pieces the stream comes, and none above the limit is kept', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 9 }), fc.boolean(), (all, size, isEnded) => {
        const bytes = Buffer.from(all.join('\n') + (isEnded ? '\n' : ''));
        const splitter = new LineSplitter(20);
        const found: string[] = [];
        for (let at = 0; at < bytes.length; at += size)
          for (const { buffer, from, to, tooLong } of splitter.push(bytes.subarray(at, at + size)))
            found.push(tooLong ? `too long: ${tooLong.ids}` : buffer.toString('utf8', from, to));
        const last = splitter.end();
        if (last) found.push(last.tooLong ? `too long: ${last.tooLong.ids}` : last.buffer.toString('utf8', last.from, last.to));
        const expected = bytes.toString().split('\n');
        if (expected.at(-1) === '') expected.pop();
        expect(found).toEqual(expected.map((line) => (Buffer.byteLength(line) > 20 ? `too long: ${idsIn(Buffer.from(line))}` : line)));
      }),
    );
  });
});
