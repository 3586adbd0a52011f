import { Conflict } from '../failures.js';
import type { OutsideOptions } from '../outbound/outbound.js';
import type { Connector } from './connector.js';
import { connectors } from './registry.js';

/** A source that names a connector. */
interface Naming {
  connector_name: string | null;
}

/** The connector that a run of the source asks. Throws Conflict saying why there is none: a name alone does not make it available. */
export function connectorOf({ connector_name: name }: Naming, options: OutsideOptions): Connector {
  if (name === null) throw new Conflict('the source names no connector: set connector_name to one of GET /v1/connectors');
  const connector = connectors.find((one) => one.name === name);
  if (!connector) throw new Conflict('no connector of this name is installed on this server');
  if (options.offline) throw new Conflict('this server is offline: nothing outside is asked');
  if (!connector.question(options))
    throw new Conflict(`the connector ${name} is not configured on this server: it needs ${connector.settings.join(', ')}`);
  return connector;
}

/** A connector's own settings and nothing else of the environment; what a worker of its job is given. */
export function settingsOf({ settings }: Connector, { environment }: OutsideOptions): Record<string, string> {
  const names = [...settings.flatMap((name) => [name, `${name}_FILE`]), ...PROXIES];
  return Object.fromEntries(names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])));
}

const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'];
