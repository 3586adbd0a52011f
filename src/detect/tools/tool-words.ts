import { isObject, type JsonObject, own } from '../../support/json.js';

/** Input of the classification: words of the name, words of the first sentence, parameters. */
export interface Words {
  name: readonly string[];
  /** First sentence, without negated parts. */
  main: readonly string[];
  text: string;
  /** The whole description. */
  all: string;
  parameters: readonly string[];
  server: readonly string[];
}

/** The words of a definition on a server with that name. */
export function definitionWords(raw: JsonObject, server: string): Words {
  const description = String(own(raw, 'description') ?? '');
  const text = firstSentence(description).toLowerCase().replace(NEGATED, ' ');
  const schema = own(raw, 'inputSchema');
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  return {
    name: splitName(String(own(raw, 'name') ?? '')),
    main: text.match(/[\p{L}\d]+/gu)?.map(singular) ?? [],
    text,
    all: description.toLowerCase().slice(0, 4000),
    parameters: isObject(properties) ? Object.keys(properties).map((name) => name.toLowerCase()) : [],
    server: splitName(server),
  };
}

const NEGATED =
  /\b(?:does not|do not|don't|never|without|no longer|cannot|not) [\w -]{1,40}|\b(?:read-only|no (?:values?|writes?|changes?))\b|\([^)]{0,80}\bnot [^)]{0,80}\)/g;

const ADVICE = /^(?:if|use|when|important|note|warning|always|call|this tool is|before)\b/i;

/** The first sentence that says what the tool does, rather than when to use it. */
function firstSentence(text: string): string {
  const sentences = text
    .trim()
    .slice(0, 2000)
    .split(/(?<=[.!?])\s+|\n\s*\n/);
  return (sentences.find((sentence) => !ADVICE.test(sentence)) ?? sentences[0] ?? '').replace(/[.!?]$/, '').slice(0, 400);
}

/** `listPullRequests`, `list_pull_requests`, `gmail.send`: the words of a name. */
export function splitName(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((token) => token !== '')
    .map(singular);
}

function singular(word: string): string {
  if (word.length <= 4 || !word.endsWith('s') || /(?:ss|us|is|ics|news|logs)$/.test(word)) return word;
  return word.endsWith('ies') && !word.endsWith('kies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** True when one of the words is in the set. */
export function any(words: readonly string[], set: ReadonlySet<string>): boolean {
  return words.some((word) => set.has(word) || set.has(`${word}s`));
}
