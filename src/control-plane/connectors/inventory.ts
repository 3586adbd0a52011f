import { InputError, OperationalError } from '../../support/errors.js';
import { redact } from '../../support/redact.js';
import { askOutside, type OutsideOptions, type OutsideRequest, Unreachable } from '../outbound/outbound.js';
import { type Connector, checkConnector, type HealthReport, parsed, UnparseableAnswer } from './connector.js';
import type { OutsideItem, ServicePage } from './page.js';

/** The result of a connector's run. */
export interface ConnectorInventory {
  connector: string;
  health: HealthReport['health'];
  /** What the list contains: `projects`. */
  what: string;
  items: OutsideItem[];
  /** Why the list may be incomplete. */
  reason: string | null;
}

const MAX_PAGES = 50;
const MAX_TEXT = 200;

/** A run without a result, with the service's health. The error says why, and whether another attempt may succeed. */
export class InventoryFailed extends Error {
  constructor(
    readonly report: HealthReport,
    cause: InputError | OperationalError,
  ) {
    super(cause.message, { cause });
  }
}

/**
 * Checks whether the service works, and lists what it lets us see. It only reads. Rejects with InventoryFailed, caused
 * by an OperationalError when another attempt may succeed, and by an InputError when it cannot.
 */
export async function readInventory(connector: Connector, options: OutsideOptions, signal: AbortSignal): Promise<ConnectorInventory> {
  const { title, name, inventory } = connector;
  try {
    const { health, detail } = await checkConnector(connector, options);
    if (health !== 'healthy') throw failed(health, detail, `${title}: ${detail} (${health})`);
    const items: OutsideItem[] = [];
    let question = inventory.first(options);
    for (let page = 0; question && page < MAX_PAGES; page += 1) {
      signal.throwIfAborted();
      const answer = await pageOf(connector, options, question);
      items.push(...answer.items.map(tidy));
      question = answer.next;
    }
    const reason = question ? `only the first ${items.length} ${inventory.what} were read` : null;
    return { connector: name, health, what: inventory.what, items: items.sort((a, b) => (a.id < b.id ? -1 : 1)), reason };
  } catch (error) {
    if (error instanceof Unreachable) throw failed('unreachable', error.message, `${title}: ${error.message}`);
    if (error instanceof UnparseableAnswer)
      throw new InventoryFailed({ health: 'degraded', detail: error.message }, new InputError({ message: error.message }));
    throw error;
  }
}

/** Wrong settings and refusals stay the same with every attempt. */
function failed(health: HealthReport['health'], detail: string | null, message: string): InventoryFailed {
  const stays = health === 'not_configured' || health === 'auth_failed';
  return new InventoryFailed({ health, detail }, stays ? new InputError({ message }) : new OperationalError({ message }));
}

async function pageOf({ title, inventory }: Connector, options: OutsideOptions, question: OutsideRequest): Promise<ServicePage> {
  const { status, text } = await askOutside(options, question);
  if (status === 401 || status === 403) {
    const detail = `may not list ${inventory.what}: answered ${status}`;
    throw failed('auth_failed', detail, `${title}: ${detail}`);
  }
  if (status !== 200) throw failed('degraded', `answered ${status}`, `${title}: answered ${status}`);
  const page = inventory.read(parsed(text), question);
  if (!page) throw new UnparseableAnswer(`${title} gave an answer that cannot be understood`);
  return page;
}

/** Names are texts of other people: shortened, and with secrets redacted. */
function tidy({ id, name, key }: OutsideItem): OutsideItem {
  const short = (text: string) =>
    redact(text)
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, MAX_TEXT);
  return { id: short(id), name: short(name), ...(key !== undefined && { key: short(key) }) };
}
