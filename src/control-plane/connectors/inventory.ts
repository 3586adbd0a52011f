import { InputError, OperationalError } from '../../support/errors.js';
import { redact } from '../../support/redact.js';
import { type Connector, checkConnector, type HealthReport, parsed, UnparseableAnswer } from './connector.js';
import { askOutside, type OutsideOptions, type Question, Unreachable } from './outbound.js';

/** One project, service or channel of a service outside. */
export interface OutsideItem {
  id: string;
  name: string;
  /** What people call it by, where that is not its name: `OPS`. */
  key?: string;
}

/** One answer of a listing: what it held, and the question for the rest. */
export interface Page {
  items: OutsideItem[];
  next?: Question;
}

/** What a run of a connector brings home. */
export interface Inventory {
  connector: string;
  health: HealthReport['health'];
  /** Of what: `projects`. */
  what: string;
  items: OutsideItem[];
  /** Why there may be more. */
  reason: string | null;
}

const MAX_PAGES = 50;
const MAX_TEXT = 200;

/**
 * Asks the service whether it works and lists what it lets us see. Only reads. Rejects with OperationalError where another try may
 * succeed, and with InputError where it will not.
 */
export async function readInventory(connector: Connector, options: OutsideOptions, signal: AbortSignal): Promise<Inventory> {
  const { title, name, inventory } = connector;
  try {
    const { health, detail } = await checkConnector(connector, options);
    if (health === 'not_configured' || health === 'auth_failed') throw new InputError({ message: `${title}: ${detail} (${health})` });
    if (health !== 'healthy') throw new OperationalError({ message: `${title}: ${detail} (${health})` });
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
    if (error instanceof Unreachable) throw new OperationalError({ message: `${title}: ${error.message}` });
    if (error instanceof UnparseableAnswer) throw new InputError({ message: error.message });
    throw error;
  }
}

async function pageOf({ title, inventory }: Connector, options: OutsideOptions, question: Question): Promise<Page> {
  const { status, text } = await askOutside(options, question);
  if (status === 401 || status === 403) throw new InputError({ message: `${title}: may not list ${inventory.what}: answered ${status}` });
  if (status !== 200) throw new OperationalError({ message: `${title}: answered ${status}` });
  const page = inventory.read(parsed(text), question);
  if (!page) throw new UnparseableAnswer(`${title} gave an answer that cannot be understood`);
  return page;
}

/** Names are other people's texts: short, and without what may be secret. */
function tidy({ id, name, key }: OutsideItem): OutsideItem {
  const short = (text: string) =>
    redact(text)
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, MAX_TEXT);
  return { id: short(id), name: short(name), ...(key !== undefined && { key: short(key) }) };
}
