import { describe, expect, it } from 'vitest';
import type { ConceptBits } from '../../../src/detect/text/reading/gate.js';
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

/** One generated case in so many is read: each pattern is tried on each of its sentences. */
const EVERY = 4 * SAMPLE;

function* statements(): Iterable<Statement> {
  for (const { specimen } of suiteCases(EVERY))
    for (const text of textsOf(specimen)) yield* readStatements({ text, kind: 'markdown', addressee: 'agent', subject: NOBODY });
}

function textsOf(specimen: Specimen): string[] {
  if (specimen.kind !== 'files') return [JSON.stringify(specimen.tools)];
  return [...specimen.files.values()].filter((content) => typeof content === 'string');
}

const isWithin = (less: ConceptBits, more: ConceptBits) =>
  (less.low & ~more.low) === 0 && (less.high & ~more.high) === 0 && (less.top & ~more.top) === 0;

describe('what lets a sentence pass by', () => {
  it('never spares a pattern that matches, in generated texts', { timeout: 300_000 }, () => {
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

  it('never leaves out a concept or class that a sentence has, in generated texts', () => {
    const missed: string[] = [];
    for (const statement of statements()) {
      if (!isWithin(statement.concepts, statement.possibleConcepts)) missed.push(statement.text);
      if (!isWithin(statement.frameConcepts, statement.possibleFrameConcepts)) missed.push(statement.text);
    }
    expect(missed).toEqual([]);
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
