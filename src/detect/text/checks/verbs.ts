import { dataFile } from '../../../support/data-file.js';
import { pairsOf } from '../../../support/data-table.js';
import { facet } from '../reading/vocabulary.js';
import type { Words } from '../reading/words.js';

/** What a verb of an order does to its object. A verb can stand for several. */
export type Act =
  | 'send' // lets it leave
  | 'put' // makes it be somewhere
  | 'read' // takes it in
  | 'run'
  | 'fetch' // asks an address
  | 'delete'
  | 'disable'
  | 'grant' // gives rights
  | 'change'
  | 'ask'
  | 'encrypt'
  | 'pretend'
  | 'obey'
  | 'start';

/** A verb of a sentence: where it stands, how, and the acts it can stand for. */
export interface Verb {
  start: number;
  end: number;
  form: 'base' | 'third' | 'past' | 'gerund';
  acts: ReadonlySet<Act>;
}

interface Entry {
  form: Verb['form'];
  acts: ReadonlySet<Act>;
}

const FORMS = formsOf(pairsOf(dataFile('verb-classes.tsv')));

/** Every form of every verb. A form of two verbs stands for the acts of both. */
function formsOf(verbs: readonly (readonly [verb: string, acts: string])[]): ReadonlyMap<string, Entry> {
  const forms = new Map<string, { form: Verb['form']; acts: Set<Act> }>();
  const add = (word: string, form: Verb['form'], acts: readonly Act[]) => {
    const known = forms.get(word);
    if (known === undefined) forms.set(word, { form, acts: new Set(acts) });
    else for (const act of acts) known.acts.add(act);
  };
  for (const [words, list] of verbs) {
    const [base = '', ...irregular] = words.split(' ');
    const acts = list.split(',') as Act[];
    add(base, 'base', acts);
    add(withEnding(base, 's'), 'third', acts);
    add(withEnding(base, 'ing'), 'gerund', acts);
    for (const past of irregular.length > 0 ? irregular : [withEnding(base, 'ed')]) add(past, 'past', acts);
  }
  return forms;
}

/** The form of a regular English verb: `copy` + `s` is `copies`, `drop` + `ed` is `dropped`, `write` + `ing` is `writing`. */
function withEnding(base: string, ending: 's' | 'ed' | 'ing'): string {
  if (/[^aeiou]y$/.test(base) && ending !== 'ing') return `${base.slice(0, -1)}ie${ending === 's' ? 's' : 'd'}`;
  if (ending === 's') return /(?:s|x|z|ch|sh|o)$/.test(base) ? `${base}es` : `${base}s`;
  if (/e$/.test(base)) return ending === 'ed' ? `${base}d` : /ee$/.test(base) ? `${base}ing` : `${base.slice(0, -1)}ing`;
  return /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(base) || /(?:mit|fer)$/.test(base) ? `${base}${base.at(-1)}${ending}` : `${base}${ending}`;
}

/** Letters in a row within a word, and the verb that they are. */
interface Part {
  start: number;
  end: number;
  entry: Entry | undefined;
}

const partsOf = facet((word): readonly Part[] =>
  [...word.matchAll(/(?<!\w)[a-z]+/g)].map(({ index, 0: letters }) => ({
    start: index,
    end: index + letters.length,
    entry: FORMS.get(letters),
  })),
);

/** What stands before a part of an option, path or name. */
const JOINTS = '/.@$-';

/** All verbs of a sentence in clean text, in order. Parts of options, paths and names are none. */
export function verbsOf(words: Words): Verb[] {
  const { text, count } = words;
  const found: Verb[] = [];
  for (let index = 0; index < count; index++) {
    const at = words.start(index);
    for (const part of partsOf(words.number(index))) {
      const start = at + part.start;
      if (part.start === 0 && at > 0 && JOINTS.includes(text[at - 1] as string)) continue;
      const end = at + part.end;
      const isJoined = text[end] === '-' && index + 1 < count && words.start(index + 1) === end + 1;
      const second = isJoined ? partsOf(words.number(index + 1))[0] : undefined;
      const joined = second?.start === 0 ? end + 1 + second.end : end;
      const entry = joined === end ? part.entry : FORMS.get(text.slice(start, joined));
      if (entry !== undefined) found.push({ start, end: joined, ...entry });
    }
  }
  return found;
}
