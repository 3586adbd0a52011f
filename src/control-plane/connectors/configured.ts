import { variableOf } from '../../config/environment.js';
import { Conflict } from '../failures.js';
import type { OutsideOptions } from '../outbound/outbound.js';
import type { Connector } from './connector.js';
import { connectors } from './registry.js';

/** A source that names a connector. */
interface Naming {
  connector_name: string | null;
}

/**
 * The connector that a run of the source uses. Throws Conflict with the reason when it is unknown or not configured.
 */
export function connectorOf({ connector_name: name }: Naming, options: OutsideOptions): Connector {
  if (name === null) throw new Conflict('the source names no connector: set connector_name to one of GET /v1/connectors');
  const connector = connectors.find((one) => one.name === name);
  if (!connector) throw new Conflict('no connector of this name is installed on this server');
  if (options.offline) throw new Conflict('this server is offline: nothing outside is asked');
  if (!connector.checkRequest(options))
    throw new Conflict(`the connector ${name} is not configured on this server: it needs ${connector.settings.join(', ')}`);
  return connector;
}

/** The connector's own settings from the environment, which are all that a worker of its job gets. */
export function settingsOf({ settings }: Connector, { environment }: OutsideOptions): Record<string, string> {
  const own = settings.flatMap((name) => [name, `${name}_FILE`]).map((name) => variableOf(environment, name.replace(/^SERVICE_/, '')));
  const names = [...own, ...PROXIES];
  return Object.fromEntries(names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])));
}

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'];
