import type { Around } from './features.js';
import { signOf } from './signs.js';

/** What makes an order grave, each on its own; the strongest sign of each counts. */
const COMPONENTS = {
  sensitivity: {
    3: 'secret, precious, risky, shape login file',
    2: 'context, prompt, credential, memory, trace, protection, approval, consent, shape secret name, shape start file, shape agent file',
    1: 'instructions, slot, homePath, shape home, shape hidden file, shape system file',
  },
  foreignness: {
    3: 'place url bare, place ip bare, place url drop, place account, shape pipe to shell',
    2: 'place url foreign, place mail foreign, place phone, recipient, elsewhere, otherTools, socket',
    1: 'place url filled in, place mail filled in, download, downloader, shape fetch, paste, shape query',
  },
  concealment: { 3: '', 2: 'hush, no disclose, no ask, blind, decoder, shape blob, shape long number list', 1: 'verdict, claim' },
  automation: { 3: '', 2: '', 1: 'every, whole, starter' },
  strength: { 3: '', 2: 'void, disable, wipe, bypass, unbound', 1: 'coerce, instead, trust, persona, broken, agent' },
  act: {
    3: '',
    2: 'order send, order run, order delete, order disable, order grant, order encrypt, order pretend, order obey',
    1: 'give, run, fetch, follow, store, replace, take, order put, order read, order fetch, order change, order ask, past send, past disable, past delete, past grant',
  },
} as const;

const POINTS: readonly ReadonlyMap<number, number>[] = Object.values(COMPONENTS).map(
  (steps) =>
    new Map(Object.entries(steps).flatMap(([points, names]) => names.split(', ').map((name) => [signOf(name), Number(points)] as const))),
);

/** How much of an order against the user a sentence could be, by its signs: the sum of what speaks for it. 0 is nothing. */
export function gravityOf(signs: readonly number[]): number {
  let sum = 0;
  for (const points of POINTS) {
    let most = 0;
    for (const sign of signs) most = Math.max(most, points.get(sign) ?? 0);
    sum += most;
  }
  return sum;
}

/** One point more for a sentence whose words stand nowhere else in the text, nor in what its subject is for. */
export function strayness({ strange = 0, shared }: Around): number {
  return strange === 3 && shared === 0 ? 1 : 0;
}
