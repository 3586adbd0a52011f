import { routes } from '../../src/api/registry.js';
import type { Route } from '../../src/api/route.js';

/** Every route with its operation id. */
export const allRoutes: [string, Route][] = Object.entries<Route>(routes);

/** A path of the route with ids that no tenant has. */
export function absentPath(route: Route): string {
  const path = route.path.replace(/\{([a-z_]+)\}/g, (_, name: string) => PLAUSIBLE[name] ?? `${prefixOf(name)}_01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  return path + (CLOSING[route.path] ?? '');
}

/** Without it the answer would not end for an hour. */
const CLOSING: Readonly<Record<string, string>> = { '/v1/proxy/alerts/stream': '?seconds=0' };

const PLAUSIBLE: Readonly<Record<string, string>> = { name: 'nothing', framework: 'nothing', node_id: 'nothing' };

function prefixOf(name: string): string {
  const prefixes: Readonly<Record<string, string>> = {
    source_id: 'src',
    job_id: 'job',
    schedule_id: 'sch',
    evidence_id: 'evd',
    credential_ref_id: 'crd',
    policy_id: 'pol',
    binding_id: 'bnd',
    key_id: 'key',
    exception_id: 'exc',
    cohort_id: 'coh',
    connection_id: 'con',
    agent_id: 'agt',
    finding_id: 'fnd',
    change_id: 'tch',
    session_id: 'ses',
    decision_id: 'dec',
    delivery_id: 'dlv',
    dead_letter_id: 'dlt',
    webhook_id: 'whk',
  };
  return prefixes[name] ?? 'usr';
}
