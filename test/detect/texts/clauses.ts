import { type Half, hashOf, type Language, shapes, type Vocabulary, vocabularies } from './vocabulary.js';

export const ACTS = [
  'read',
  'collect',
  'send',
  'run',
  'fetch',
  'persist',
  'weaken',
  'delete',
  'alter',
  'conceal',
  'claim',
  'override',
  'prefer',
  'impersonate',
  'ask',
  'product',
] as const;
export type Act = (typeof ACTS)[number];

/** What a clause is about: `hostile` acts against the user, `harmless` says the same of things that may be treated so. */
export type Intent = 'hostile' | 'harmless';

/** Everything that decides the words of a clause; equal choices give equal words. */
export interface Choice {
  act: Act;
  intent: Intent;
  language: Language;
  half: Half;
  /** Tells cases apart that are else equal. */
  seed: string;
}

/**
 * One act in each grammatical shape, without a capital letter or a stop: `imp` order, `inf` infinitive, `te` connective form, `pas`
 * passive, `noun` noun phrase, `goes` statement of the outcome, `it` order with a pronoun, `o` the object alone. A language has those
 * that it needs. `names` are the shapes of its things.
 */
export type Clause = Readonly<Record<string, string>>;

/** Keys of an act that are no shape: verbs, objects, second things. */
const WORDS = new Set(['v', 'o+', 'o-', 'y+', 'y-']);

/** Draws verb, object and destination of one half and puts them into the shapes of the language. */
export function clauseOf({ act, intent, language, half, seed }: Choice): Clause {
  const words = vocabularyOf(language);
  const key = `${seed} ${act} ${intent}`;
  const slots = { ...verbOf(words, act, half, key), ...thingsOf(words, { act, intent, half, key }) };
  const made = words
    .keys(act)
    .filter((key) => !WORDS.has(key))
    .map((shape) => [shape, fill(words.all(act, shape)[0] ?? '', slots)] as const);
  return { ...Object.fromEntries(made), o: slots.o, names: slots.names };
}

/** One shape of a clause; throws when the language lacks it. */
export function shapeOf(clause: Clause, shape: string): string {
  const text = clause[shape];
  if (text === undefined) throw new Error(`no shape ${shape}`);
  return text;
}

/** The words of a language. */
export function vocabularyOf(language: Language): Vocabulary {
  const words = vocabularies.get(language);
  if (words === undefined) throw new Error(`no words for ${language}`);
  return words;
}

/** The forms of a verb; `va` and `vz` are the parts of a separable one. */
function verbOf(words: Vocabulary, act: Act, half: Half, key: string): Record<string, string> {
  const [names = ''] = words.all('language', 'forms');
  const forms = words.pick(act, 'v', half, key).split('|');
  const [whole = ''] = forms;
  const [va = '', vz = ''] = whole.trim().split('~');
  const named = names.split(' ').map((name, at) => [name, forms[at]?.trim().replace('~', ' ') ?? '']);
  return { ...Object.fromEntries(named), va, vz };
}

interface Wanted {
  act: Act;
  intent: Intent;
  half: Half;
  key: string;
}

interface Things {
  o: string;
  /** The object as it follows a noun. */
  og: string;
  y: string;
  /** The shapes in both, such as `path url`. */
  names: string;
}

/** The object `o` and the second thing `y`; `a => b` in an entry ties both. */
function thingsOf(words: Vocabulary, { act, intent, half, key }: Wanted): Things {
  const sign = intent === 'hostile' ? '+' : '-';
  const [object = '', tied] = words.pick(act, `o${sign}`, half, key).split(' => ');
  const second = tied ?? (words.has(act, `y${sign}`) ? words.pick(act, `y${sign}`, half, key) : '');
  const direction = directed(second, words, key);
  const [o = '', og = o] = object.split('|').map((form) => shaped(form.trim(), half, key));
  const named = new Set([...`${object} ${direction}`.matchAll(/@(\w+)/g)].map(([, name = '']) => name));
  return { o, og, y: shaped(direction, half, key), names: [...named].join(' ') };
}

/** Puts a path, address or command of the half in place of each `@name`. */
function shaped(text: string, half: Half, key: string): string {
  return text.replace(/@(\w+)/g, (_, name: string) => shapes.pick('', name, half, key));
}

/** Puts a destination with its preposition in place of `@to`; which kinds there are is grammar, so both halves have all of them. */
function directed(text: string, words: Vocabulary, key: string): string {
  const kinds = words.all('language', 'to');
  return text.replace(/@to\b/g, kinds[hashOf(`to ${key}`) % kinds.length] ?? '');
}

/** Fills `{name}` slots; an unknown name throws, for it is a mistake in a word list. */
export function fill(template: string, slots: Readonly<Record<string, string>>): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name];
    if (value === undefined) throw new Error(`no slot ${name} for: ${template}`);
    return value;
  });
  // A slot may be empty, and a clause that ends in a comma may stand at the end.
  const tidy = filled
    .replace(/ {2,}/g, ' ')
    .replace(/ ,/g, ',')
    .replace(/,(?=[.?!](?:\s|$)|[»”“])/g, '');
  return withParticles(tidy.trim());
}

/** Korean particles follow the last sound: `을(를)`, `은(는)`, `이(가)`, `(으)로`. */
function withParticles(text: string): string {
  return text.replace(/([가-힣])([`"”’)]*)(을\(를\)|은\(는\)|이\(가\)|\(으\)로)/g, (_, last: string, closing: string, particle: string) => {
    const final = (last.charCodeAt(0) - 0xac00) % 28;
    const afterVowel = particle === '(으)로' ? final === 0 || final === 8 : final === 0;
    const [, closed = '', open = ''] = /^(.*?)\((.)\)$/.exec(particle) ?? ['', '으로', '로'];
    return last + closing + (afterVowel ? open : closed);
  });
}

/** A sentence: a capital letter and, where it has none, a stop. */
export function sentence(text: string, language: Language): string {
  const stop = language === 'zh' || language === 'ja' ? '。' : '.';
  const whole = /[.?!。？！:：]$/.test(text) ? text : text.replace(/,$/, '') + stop;
  return whole.replace(/^([“"(«„¿]?)(\p{Ll})/u, (_, before: string, first: string) => before + first.toUpperCase());
}

/** An entry of a list of frames, drawn for a case. */
export function frameOf({ language, half, seed }: Choice, section: string, key: string): string {
  return vocabularyOf(language).pick(section, key, half, seed);
}

/** True for a share of the cases, the same ones in every run. */
export function isInSample(seed: string, every: number): boolean {
  return hashOf(`sample ${seed}`) % every === 0;
}
