import { describe, expect, it } from 'vitest';
import { neededBy } from '../../../src/detect/text/reading/needed.js';
import { readStatements } from '../../../src/detect/text/reading/read-statements.js';
import { sparedPatterns } from '../../../src/detect/text/reading/sparing.js';
import type { Statement } from '../../../src/detect/text/reading/statement.js';
// The patterns are known once what holds them is.
import '../../../src/detect/skills/registry.js';
import { SAMPLE } from '../texts/floors.js';
import type { Specimen } from '../texts/specimen.js';
import { suiteCases } from '../texts/suite.js';

const NOBODY = { name: '', description: '', ownNames: [], hosts: [] };

function* statements(): Iterable<Statement> {
  for (const { specimen } of suiteCases(SAMPLE))
    for (const text of textsOf(specimen)) yield* readStatements({ text, kind: 'markdown', addressee: 'agent', subject: NOBODY });
}

function textsOf(specimen: Specimen): string[] {
  if (specimen.kind !== 'files') return [JSON.stringify(specimen.tools)];
  return [...specimen.files.values()].filter((content) => typeof content === 'string');
}

describe('what lets a sentence pass by', () => {
  it('never spares a pattern that matches, in any generated text', () => {
    const missed = new Set<string>();
    let matches = 0;
    for (const { text } of statements())
      for (const { pattern, sparing } of sparedPatterns) {
        if (!pattern.test(text)) continue;
        matches++;
        if (!sparing.test(text)) missed.add(pattern.source);
      }
    expect([...missed]).toEqual([]);
    expect(matches).toBeGreaterThan(1000);
  });
});

describe('strings that a pattern needs', () => {
  it.each<[RegExp, string[] | undefined]>([
    [/\b(?:send|post)s?\b/, ['send', 'sends', 'post', 'posts']],
    [/colou?r \w+/, ['colour ', 'color ']],
    [/a.{0,9}secret/, ['secret']],
    [/(?:all|every) \d+ (?:keys|tokens)(?!x)/, [' keys', ' tokens']],
    [/(?:to ){2}x*/, ['to ']],
    [/\$\(id|~\/\.ssh/, ['$(id', '~/.ssh']],
    [/(?<!no )[sz]top/, ['stop', 'ztop']],
    [/\d|ab/, undefined],
    [/(?:ab)?c*/, undefined],
    [/[a-f]+/, undefined],
    [/ab/i, undefined],
    [/a\u00e9|\p{L}z/u, ['a', 'z']],
    [/[🚫x]y/u, ['y']],
  ])('%s', (pattern, strings) => {
    const found = neededBy(pattern);
    expect(found && [...found].sort()).toEqual(strings && [...strings].sort());
  });
});
