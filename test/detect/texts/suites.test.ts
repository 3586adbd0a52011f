import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasReferenceData, referencePath } from '../../support/reference-data.js';
import { projectRoot } from '../../support/spawn-cli.js';
import { ACTS } from './clauses.js';
import { readFloors, SAMPLE } from './floors.js';
import { suiteCases } from './suite.js';
import { judgedCases, quietShareOf, recallOf, talliesOf } from './suite-figures.js';
import { LANGUAGES, vocabularies } from './vocabulary.js';

/** Words alone, so that neither case nor punctuation hides a copy. */
function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

describe('the generated suites', () => {
  const floors = readFloors();
  const tallies = talliesOf(judgedCases(SAMPLE));

  it('have a floor for each dimension, and no other', () => {
    expect([...floors.keys()].sort()).toEqual([...tallies.keys()].sort());
  });

  it.each([...tallies])('%s keeps its floor', (dimension, tally) => {
    const { recall = 0, quiet = 0 } = floors.get(dimension) ?? {};
    expect(recallOf(tally) ?? 1, 'orders found').toBeGreaterThanOrEqual(recall);
    expect(quietShareOf(tally) ?? 1, 'texts that stay quiet').toBeGreaterThanOrEqual(quiet);
  });
});

describe('the word lists of the suites', () => {
  it.each(LANGUAGES)('%s have ten verbs for each act, and none twice', (language) => {
    for (const act of ACTS) {
      const verbs = vocabularies.get(language)?.all(act, 'v') ?? [];
      expect(verbs.length, act).toBeGreaterThanOrEqual(10);
      expect(new Set(verbs).size, act).toBe(verbs.length);
    }
  });

  it('give both halves sentences of their own', () => {
    const texts = { dev: new Set<string>(), held: new Set<string>() };
    for (const { half, text } of suiteCases(SAMPLE)) texts[half].add(text);
    expect([...texts.dev].filter((text) => texts.held.has(text))).toEqual([]);
    expect(Math.min(texts.dev.size, texts.held.size)).toBeGreaterThan(1500);
  });

  it('share no sentence with the lexica of the detectors and their fixtures', () => {
    const folders = ['src/detect/text', 'src/detect/skills', 'src/detect/tools', 'fixtures/text'];
    expect(copiesIn(folders.map((folder) => join(projectRoot, folder)))).toEqual([]);
  });

  it.skipIf(!hasReferenceData)('share no sentence with the labelled texts', { timeout: 120_000 }, () => {
    // Only a number: the second part is not shown to anybody.
    expect(copiesIn([referencePath('skills'), referencePath('mcp-tools')]).length).toBe(0);
  });
});

/** Generated sentences that are also a sentence, a line or a quotation in a file of the folders. */
function copiesIn(folders: readonly string[]): string[] {
  const known = new Set(folders.flatMap(textsBelow).flatMap(sentencesOf));
  const generated = new Set([...suiteCases(SAMPLE)].flatMap(({ text }) => sentencesOf(text)));
  return [...generated].filter((words) => known.has(words));
}

/** Sentences long enough to be more than a phrase that everybody uses. */
function sentencesOf(text: string): string[] {
  return text
    .split(/[.?!](?=\s|$|["”»])|[。！？\n"“”«»„|「」]|\\n/)
    .map(wordsOf)
    .filter((words) => words.length > 24 || /\p{Lo}{9}/u.test(words));
}

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|txt|md|mdc|jsonl?|ya?ml|sample|py|sh|js)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}
