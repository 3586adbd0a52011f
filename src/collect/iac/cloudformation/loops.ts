import type { IacMap, IacValue } from '../../../model/iac.js';
import type { Scope } from './scope.js';
import { itemsOf, listOf, mapOf, textOf, usedAt } from './values.js';

/** Times that all loops of one map may run. */
const MAX_TURNS = 10_000;

/** The entries of a map with each `Fn::ForEach` replaced by what it makes; one over an unknown list stays as it is. */
export function* expandLoops(map: IacMap, scope: Scope): Iterable<readonly [string, IacValue]> {
  let turns = 0;
  for (const [key, value] of map.entries) {
    const loop = key.startsWith('Fn::ForEach::') ? loopOf(value, scope) : undefined;
    if (!loop) {
      yield [key, value];
      continue;
    }
    for (const word of loop.words) {
      if (++turns > MAX_TURNS) break;
      const made = replaced(loop.body, loop.identifier, word);
      if (made.kind === 'map') yield* expandLoops(made, scope);
    }
  }
}

function loopOf(value: IacValue, scope: Scope): { identifier: string; words: string[]; body: IacValue } | undefined {
  const [identifier, collection, body] = itemsOf(value);
  const name = textOf(identifier);
  const words = collection && wordsOf(collection, scope);
  return name === undefined || !words || !body ? undefined : { identifier: name, words, body };
}

/** A list of texts, or a parameter that is one. */
function wordsOf(collection: IacValue, scope: Scope): string[] | undefined {
  const ref = collection.kind === 'map' ? textOf(collection.entries.get('Ref')) : undefined;
  const list = ref === undefined ? collection : scope.ref(ref);
  const words = list?.kind === 'list' ? list.items.map(textOf) : undefined;
  return words?.every((word) => word !== undefined) ? words : undefined;
}

function replaced(value: IacValue, identifier: string, word: string): IacValue {
  const inText = (text: string) =>
    text.replaceAll(`\${${identifier}}`, word).replaceAll(`&{${identifier}}`, word.replace(/[^A-Za-z0-9]/g, ''));
  if (value.kind === 'scalar') return typeof value.value === 'string' ? { ...value, value: inText(value.value) } : value;
  if (value.kind === 'list')
    return listOf(
      value.at,
      value.items.map((item) => replaced(item, identifier, word)),
    );
  if (value.kind === 'unknown') return value;
  if (value.entries.size === 1 && textOf(value.entries.get('Ref')) === identifier)
    return usedAt({ kind: 'scalar', at: value.at, value: word }, value.at);
  return mapOf(
    value.at,
    [...value.entries].map(([key, item]) => [inText(key), replaced(item, identifier, word)] as const),
  );
}
