import { OperationalError } from '../support/errors.js';
import { isObject, own, parseJson } from '../support/json.js';
import type { ControlPlaneClient, Refused } from './control-plane.js';
import { policiesPath } from './intakes.js';

/** All policies that apply to the source of a key, as the service has them at one moment. */
export interface FetchedPolicies {
  etag: string;
  /** The source that the key is bound to. */
  sourceId: string | undefined;
  /** As the API gives them, not yet checked. */
  items: readonly unknown[];
}

const PAGE = '50';
/** Lists that change while they are read are read anew. */
const TRIES = 3;

/** The policies, or undefined where those of `etag` still hold. Throws OperationalError where there is no answer, or one of something else. */
export async function fetchPolicies(client: ControlPlaneClient, etag?: string): Promise<FetchedPolicies | Refused | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = await client.ask({ path: policiesPath, query: { limit: PAGE }, etag });
    if ('refused' in first) return first;
    if (first.text === undefined) return undefined;
    const start = pageOf(first.text);
    const tag = first.etag ?? '';
    const items = [...start.items];
    for (let next = start.next; next !== undefined; ) {
      const more = await client.ask({ path: policiesPath, query: { limit: PAGE, cursor: next } });
      if ('refused' in more) return more;
      const page = pageOf(more.text ?? '');
      items.push(...page.items);
      next = page.next;
    }
    const isWhole = start.next === undefined || (await holds(client, tag));
    if (isWhole) return { etag: tag, sourceId: start.sourceId, items };
  }
  throw new OperationalError({ where: policiesPath, message: 'the policies change faster than they can be read' });
}

async function holds(client: ControlPlaneClient, etag: string): Promise<boolean> {
  const again = await client.ask({ path: policiesPath, query: { limit: PAGE }, etag });
  return !('refused' in again) && again.text === undefined;
}

function pageOf(text: string): { items: readonly unknown[]; next: string | undefined; sourceId: string | undefined } {
  const page = parseJson(text, policiesPath);
  const items = isObject(page) ? own(page, 'items') : undefined;
  if (!isObject(page) || !Array.isArray(items)) throw new OperationalError({ where: policiesPath, message: 'expected a list of policies' });
  const [next, sourceId] = [own(page, 'next_cursor'), own(page, 'source_id')];
  return { items, next: typeof next === 'string' ? next : undefined, sourceId: typeof sourceId === 'string' ? sourceId : undefined };
}
