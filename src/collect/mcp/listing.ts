import type { IssueKind } from '../../support/issue-kinds.js';
import { own } from '../../support/json.js';
import { quote } from '../../support/quote.js';
import { isRefusal, isUnknownMethod, type Session } from './session.js';

/** The lists of a server, and issues for the parts that are missing. */
export interface Listing {
  tools: unknown[];
  prompts: unknown[];
  resources: unknown[];
  problems: { kind: IssueKind; reason: string }[];
}

const LISTS = [
  { method: 'tools/list', member: 'tools', into: 'tools', needs: 'tools' },
  { method: 'prompts/list', member: 'prompts', into: 'prompts', needs: 'prompts' },
  { method: 'resources/list', member: 'resources', into: 'resources', needs: 'resources' },
  { method: 'resources/templates/list', member: 'resourceTemplates', into: 'resources', needs: 'resources' },
] as const;

type List = (typeof LISTS)[number];

const MAX_PAGES = 200;

/** Adds every page of every list to `found`. Tools are requested even from a server that does not announce any. */
export async function listAll(session: Session, maxItems: number, found: Listing): Promise<Listing> {
  for (const list of LISTS) {
    if (list.needs !== 'tools' && !session.offers(list.needs)) continue;
    try {
      await listPages(session, list, { maxItems, found });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (isUnknownMethod(error) && (!session.offers(list.needs) || list.method === 'resources/templates/list')) continue;
      found.problems.push({ kind: 'invalid_entry', reason: `refuses ${list.method}: ${quote(messageOf(error), 120)}` });
    }
  }
  return found;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface Filling {
  maxItems: number;
  found: Listing;
}

async function listPages(session: Session, { method, member, into }: List, { maxItems, found }: Filling): Promise<void> {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await session.page(method, cursor);
    const items = own(page, member);
    if (!Array.isArray(items)) {
      found.problems.push({ kind: 'invalid_entry', reason: `answered ${method} without a list of ${member}` });
      return;
    }
    const room = maxItems - found.tools.length - found.prompts.length - found.resources.length;
    found[into].push(...items.slice(0, room));
    if (items.length > room) {
      found.problems.push({ kind: 'too_many', reason: `lists more than ${maxItems} tools, prompts and resources` });
      return;
    }
    const next = own(page, 'nextCursor');
    cursor = typeof next === 'string' && next !== '' ? next : undefined;
    if (cursor !== undefined && (seen.has(cursor) || seen.size >= MAX_PAGES)) {
      found.problems.push({ kind: 'too_many', reason: `never ends ${method}: page ${quote(cursor, 40)} comes again` });
      return;
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
}
