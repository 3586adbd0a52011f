import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import { type LocatedYaml, MapReader } from '../../support/located-yaml.js';

/** What one client may use; undefined: everything. */
interface Access {
  upstreams: string[] | undefined;
  /** Globs over names of tools. */
  tools: string[] | undefined;
}

/** What each client may use, by its name. `*` stands for those that are not named; without it they may use nothing. */
export type ClientAccess = ReadonlyMap<string, Access>;

const OTHERS = '*';

/** Reads `clients: {name: {upstreams: [...], tools: [...]}}`. Throws UsageError naming the line. */
export function readAccess(node: LocatedYaml | undefined, where: string, upstreams: readonly string[]): ClientAccess | undefined {
  if (node === undefined) return undefined;
  const clients = new MapReader(node, where, '"clients"');
  return new Map(
    clients.keys().map((name): [string, Access] => {
      const what = `client "${name.slice(0, 60)}"`;
      const client = new MapReader(clients.get(name) ?? node, where, what).only('upstreams', 'tools');
      const texts = (key: string) =>
        client.get(key) &&
        client.list(key).map((item) => {
          if (item.kind === 'scalar' && typeof item.value === 'string' && item.value !== '') return item.value;
          throw client.error(`${what}: "${key}" is a list of texts`, item.line);
        });
      const named = texts('upstreams');
      const unknown = named?.find((one) => !upstreams.includes(one));
      if (unknown !== undefined) throw client.error(`${what}: there is no upstream "${unknown.slice(0, 60)}"`, client.line);
      return [name, { upstreams: named, tools: texts('tools') }];
    }),
  );
}

export function mayUse(clients: ClientAccess | undefined, client: string, upstream: string): boolean {
  if (!clients) return true;
  const access = clients.get(client) ?? clients.get(OTHERS);
  return access !== undefined && (access.upstreams?.includes(upstream) ?? true);
}

/** The tools of one client as a policy, which is judged like any other. Undefined: the client may use them all. */
export function accessPolicy(clients: ClientAccess | undefined, client: string): GatewayPolicy | undefined {
  const tools = (clients?.get(client) ?? clients?.get(OTHERS))?.tools;
  return (
    tools && {
      policy_id: `client:${client}`,
      name: `tools of ${client}`,
      mode: 'enforce',
      default_effect: 'deny',
      rules: tools.length === 0 ? [] : [{ id: 'gateway.client-tools', effect: 'allow', when: { tools } }],
      bindings: [{ target_type: 'tenant', target_id: null, mode: 'enforce' }],
    }
  );
}
