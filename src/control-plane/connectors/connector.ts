import { askOutside, type OutsideAnswer, type OutsideOptions, type OutsideRequest, Unreachable } from '../outbound/outbound.js';
import type { ServicePage } from './page.js';

export type ConnectorHealth = 'healthy' | 'degraded' | 'unreachable' | 'auth_failed' | 'not_configured';

/** The result of checking an outside service. */
export interface HealthReport {
  health: ConnectorHealth;
  /** Contains only statuses and known error codes from outside. */
  detail: string | null;
}

/** An outside service that the control plane can use, configured by its operator. */
export interface Connector {
  name: string;
  kind: 'ticketing' | 'itsm' | 'chat';
  title: string;
  /**
   * Environment variables that configure it; each may instead name a file with `_FILE` added to the variable's name.
   */
  settings: readonly string[];
  /** The request that checks the service. Undefined when the settings are incomplete. */
  checkRequest(options: OutsideOptions): OutsideRequest | undefined;
  /** Interprets an answer of status 200. Undefined when it is not this service's. */
  read(body: unknown): HealthReport | undefined;
  /** What a run reads, page by page: the projects, services or channels that work can be sent to. */
  inventory: {
    /** `projects`. */
    what: string;
    first(options: OutsideOptions): OutsideRequest | undefined;
    /** Undefined when the answer is not this service's. */
    read(body: unknown, asked: OutsideRequest): ServicePage | undefined;
  };
}

/** The service sent an answer that cannot be understood. */
export class UnparseableAnswer extends Error {}

/** Checks whether the service works and accepts our credentials. Rejects with UnparseableAnswer. */
export async function checkConnector(connector: Connector, options: OutsideOptions): Promise<HealthReport> {
  const question = connector.checkRequest(options);
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

/** The parsed JSON; undefined for invalid text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The URL of a setting with a path appended; undefined for a text that is not a web address, or has user info. */
export function addressOf(base: string | undefined, path: string): string | undefined {
  if (base === undefined || !URL.canParse(base)) return undefined;
  const url = new URL(base);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;
}

export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
