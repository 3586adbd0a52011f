import { z } from 'zod';
import { severities } from '../model/severity.js';
import { paged, paging, time } from './fields.js';
import { findingFilter } from './finding-filter.js';
import { routeTable } from './route.js';

const count = z.number().int();

export const groupings = ['advisory', 'component', 'agent', 'source', 'rule'] as const;

export const findingGroup = z.object({
  /** The advisory's id, the package URL without version, the agent's or source's id, or the rule. */
  key: z.string(),
  name: z.string(),
  /** The worst. */
  severity: z.enum(severities),
  count,
  /** Findings with known exploits. */
  kev: count,
  /** Findings with a known fix. */
  fixable: count,
  first_seen: time,
  last_seen: time,
  /** The version that ends most findings of the group. Null when no fix is known. */
  fix: z.object({ package: z.string(), version: z.string(), ends: count, command: z.string().nullable() }).nullable(),
});

/** Route of groups of findings. */
export const findingGroupRoutes = routeTable({
  listFindingGroups: {
    method: 'GET',
    path: '/v1/findings/groups',
    summary:
      'Group findings by advisory, package, agent, source or rule; the worst and largest groups first. By agent only open findings count',
    role: 'viewer',
    scope: 'read',
    query: z.object({ by: z.enum(groupings), ...paging, ...findingFilter }),
    response: paged(findingGroup),
    status: 200,
  },
});
