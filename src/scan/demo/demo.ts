import type { AdvisorySource } from '../../model/advisory.js';
import { emptyInventory, type Inventory } from '../../model/inventory.js';
import { demoComponents } from './components.js';
import { DemoSource } from './demo-source.js';
import { demoAgents, demoCredentials, demoServers, demoTools } from './estate.js';

/**
 * The sample estate of `--demo`: three agents, their MCP servers and the packages that run in them. Embedded, the same every
 * time, and a fresh copy each time, for steps of the scan may sort its lists.
 */
export function demoInventory(): Inventory {
  const components = demoComponents();
  const agents = demoAgents();
  const listed = new Map<string, number>();
  for (const { locations } of components) for (const { path } of locations) listed.set(path, (listed.get(path) ?? 0) + 1);
  const targets = [...agents.map(({ path }) => [path, 0] as const), ...listed].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    ...emptyInventory(),
    components,
    agents,
    servers: demoServers(),
    tools: demoTools(),
    credentials: demoCredentials(),
    collectors: targets.map(([target, count]) => ({ id: 'demo', target, outcome: 'scanned', components: count, issues: 0 })),
  };
}

/** The few published advisories the sample estate is matched against, so that the demo needs neither database nor network. */
export function demoSource(): AdvisorySource {
  return new DemoSource();
}
