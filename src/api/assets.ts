import { z } from 'zod';
import { nodeKinds } from '../model/graph.js';
import { severities } from '../model/severity.js';
import { flag, id, json, line, paged, paging, time } from './fields.js';
import { routeTable } from './route.js';

/** Every kind of graph node that can have an owner. A finding is not an asset. */
export const assetKinds = nodeKinds.filter((kind) => kind !== 'finding');

const count = z.number().int();

const listed = {
  asset_id: z.string(),
  tenant_id: z.string(),
  kind: z.enum(nodeKinds),
  name: z.string(),
  sources: z.array(z.string()),
  first_seen: time,
  last_seen: time,
  properties: json,
  open_findings: z.object({ total: count, by_severity: z.record(z.string(), count) }),
};

export const asset = z.object(listed);

const wholeAsset = z.object({
  ...listed,
  source_details: z.array(z.object({ source_id: z.string(), kind: z.string(), display_name: z.string(), owner: z.string() })),
  findings: z.array(z.object({ finding_id: z.string(), id: z.string(), severity: z.enum(severities), title: z.string() })),
  related: z.array(
    z.object({ edge: z.string(), direction: z.enum(['out', 'in']), asset_id: z.string(), kind: z.enum(nodeKinds), name: z.string() }),
  ),
  truncated: z.boolean(),
});

/** Routes of assets: packages, servers, agents, tools, credentials (by name), skills and models of all sources. */
export const assetRoutes = routeTable({
  listAssets: {
    method: 'GET',
    path: '/v1/assets',
    summary: 'List assets by id, with their sources and open findings',
    role: 'viewer',
    scope: 'read',
    query: z.object({
      ...paging,
      kind: z.enum(assetKinds).optional(),
      source_id: id('src').optional(),
      q: line().optional(),
      has_findings: flag.optional(),
    }),
    response: paged(asset),
    status: 200,
  },
  getAsset: {
    method: 'GET',
    path: '/v1/assets/{asset_id}',
    summary: 'Load one asset with its sources, findings and neighbours',
    role: 'viewer',
    scope: 'read',
    params: z.object({ asset_id: line(500) }),
    response: wholeAsset,
    status: 200,
    errors: [404],
  },
});
