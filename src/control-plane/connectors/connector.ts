import { askOutside, type OutsideAnswer, type OutsideOptions, type Question, Unreachable } from '../outbound/outbound.js';
import type { ServicePage } from './page.js';

export type ConnectorHealth = 'healthy' | 'degraded' | 'unreachable' | 'auth_failed' | 'not_configured';

/** What a service outside said of itself. */
export interface HealthReport {
  health: ConnectorHealth;
  /** Repeats nothing that came from outside but statuses and known error codes. */
  detail: string | null;
}

/** A service that the control plane may work with, configured by its operator. */
export interface Connector {
  name: string;
  kind: 'ticketing' | 'itsm' | 'chat';
  title: string;
  /** Environment variables that configure it; each may be a file's path with `_FILE` added. */
  settings: readonly string[];
  /** Undefined where the settings are not complete. */
  question(options: OutsideOptions): Question | undefined;
  /** Judges an answer of status 200. Undefined for one that is not this service's. */
  read(body: unknown): HealthReport | undefined;
  /** What a run reads: where work can be sent, page by page. */
  inventory: {
    /** `projects`. */
    what: string;
    first(options: OutsideOptions): Question | undefined;
    /** Undefined for an answer that is not this service's. */
    read(body: unknown, asked: Question): ServicePage | undefined;
  };
}

/** The service answered what cannot be understood. */
export class UnparseableAnswer extends Error {}

/** Asks the service whether it works and takes our credentials. Rejects with UnparseableAnswer. */
export async function checkConnector(connector: Connector, options: OutsideOptions): Promise<HealthReport> {
  const question = connector.question(options);
  if (!question) return { health: 'not_configured', detail: `set ${connector.settings.join(', ')}` };
  try {
    return reportOf(connector, await askOutside(options, question));
  } catch (error) {
    if (error instanceof Unreachable) return { health: 'unreachable', detail: error.message };
    throw error;
  }
}

function reportOf(connector: Connector, { status, text }: OutsideAnswer): HealthReport {
  if (status === 401 || status === 403) return { health: 'auth_failed', detail: `answered ${status}` };
  if (status >= 300 && status < 400) return { health: 'degraded', detail: `answered ${status}: redirects are not followed` };
  if (status !== 200) return { health: 'degraded', detail: `answered ${status}` };
  const report = connector.read(parsed(text));
  if (!report) throw new UnparseableAnswer(`${connector.title} gave an answer that cannot be understood`);
  return report;
}

/** JSON; undefined for what is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The address of a setting with a path added; undefined for what is no web address, or has user info. */
export function addressOf(base: string | undefined, path: string): string | undefined {
  if (base === undefined || !URL.canParse(base)) return undefined;
  const url = new URL(base);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
