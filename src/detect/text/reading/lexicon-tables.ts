// Only a run from source makes these tables, which takes a while. The build puts them here as they are when made.
import { dataFile } from '../../../support/data-file.js';
import { namesThat, pairsOf } from '../../../support/data-table.js';
import { type Concept, concepts } from '../lexicon/concepts.js';
import { lexica } from '../lexicon/registry.js';
import { type PhraseTable, phraseTable } from './phrase-table.js';

/** What a word or phrase stands for. */
export interface Meaning {
  readonly concept: Concept;
  /** The language of the word, where it counts. */
  readonly language?: string;
}

/** Words of the lexica. */
export function lexiconTable(): PhraseTable<Meaning> {
  return phraseTable(ofLexica());
}

/** Words of frames. */
export function frameWordTable(): PhraseTable<Meaning> {
  return phraseTable(ofFrameWords());
}

function* ofLexica(): Generator<[string, Meaning]> {
  const meanings = new Map(concepts.map((concept) => [concept, { concept }]));
  for (const words of lexica)
    for (const [concept, meaning] of meanings)
      for (const phrase of (words[concept] ?? '').split(', ')) yield [phrase.trim().replaceAll('’', "'"), meaning];
}

/** Classes of what verbs do. */
const ACTS: ReadonlySet<Concept> = new Set([
  'taking',
  'sending',
  'running',
  'fetching',
  'placing',
  'disabling',
  'wiping',
  'altering',
  'hiding',
  'counting',
  'voiding',
  'using',
  'posing',
  'asking',
]);
const STRESSED: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** A Spanish order with a pronoun behind it writes its stress: `borra` and `bórralo`, `desactiv*` and `desactívalo`. */
function withPronoun(phrase: string): string | undefined {
  const match = /^([^ ]*)([aeiou])([^aeiouáéíóú ]+(?:[aeo]\*?|\*))$/.exec(phrase);
  return match === null ? undefined : `${match[1]}${STRESSED[match[2] ?? '']}${match[3]?.replace('*', '')}*`;
}

function* ofFrameWords(): Generator<[string, Meaning]> {
  const meanings = new Map<string, Meaning>();
  for (const [phrase, classes] of pairsOf(dataFile('frame-words.tsv')))
    for (const each of classes.split(',')) {
      const [concept, language] = each.split(':') as [Concept, string];
      const meaning = meanings.get(each) ?? { concept, language };
      meanings.set(each, meaning);
      yield [phrase, meaning];
      const stressed = language === 'es' && ACTS.has(concept) ? withPronoun(phrase) : undefined;
      if (stressed !== undefined) yield [stressed, meaning];
    }
  yield* inEveryAnswer();
}

/** Languages that write no blank between words. */
const UNSPACED: ReadonlySet<string> = new Set(['zh', 'ja']);

/** "In every answer" and its like, which say when as "always" does: each determiner with each utterance of its language. */
function* inEveryAnswer(): Generator<[string, Meaning]> {
  const words = dataFile('utterances.tsv');
  const languages = new Set(pairsOf(words).flatMap(([, roles]) => roles.split(',').map((role) => role.slice(role.indexOf(':') + 1))));
  for (const language of languages) {
    // The table has each meaning once by its identity.
    const meaning: Meaning = { concept: 'occasion', language };
    const utterances = namesThat(`utterance:${language}`, words);
    const blank = UNSPACED.has(language) ? '' : ' ';
    for (const determiner of namesThat(`determiner:${language}`, words))
      for (const utterance of utterances) yield [`${determiner}${blank}${utterance}`, meaning];
  }
}
