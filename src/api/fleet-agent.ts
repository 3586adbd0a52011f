import { z } from 'zod';
import { capabilities } from '../model/agent.js';
import { id, labels, line, text, time } from './fields.js';

const names = z.array(line(200)).max(200);

const tool = z.strictObject({
  name: line(200),
  capabilities: z.array(z.enum(capabilities)).max(capabilities.length).optional(),
  /** SHA-256 of the canonical definition. */
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in hex')
    .optional(),
});

const server = z.strictObject({
  name: line(200),
  transport: z.enum(['stdio', 'http', 'sse', 'extension', 'unknown']).optional(),
  command: line(1000).optional(),
  args: z.array(text(4000)).max(200).optional(),
  url: line(2000).optional(),
  version: line(100).optional(),
  /** Names only. A push that holds values is refused, because their key is unknown. */
  env_names: names.optional(),
  header_names: names.optional(),
  auto_approve: names.optional(),
  disabled: z.boolean().optional(),
  tools: z.array(tool).max(500).optional(),
});

/** An agent as the device that runs it reports it. */
export const reportedAgent = z.strictObject({
  /** The client's id: `claude-desktop`, `cursor`, … */
  client: line(100),
  /** Absent: the client's name. */
  name: line(200).optional(),
  version: line(100).optional(),
  /** Its configuration file. */
  path: line(1000).optional(),
  project: line(1000).optional(),
  owner: line(200).optional(),
  labels: labels.optional(),
  servers: z.array(server).max(200),
});

export const lifecycleStates = ['discovered', 'pending_review', 'approved', 'quarantined', 'decommissioned'] as const;

/** An agent as lists show it. */
export const fleetAgentSummary = z.object({
  agent_id: id('agt'),
  tenant_id: z.string(),
  source_id: z.string().nullable(),
  device: z.string(),
  name: z.string(),
  client: z.string(),
  lifecycle_state: z.enum(lifecycleStates),
  /** True when the device has sent a complete report without this agent. */
  stale: z.boolean(),
  owner: z.string().nullable(),
  servers: z.number().int(),
  tools: z.number().int(),
  credentials: z.number().int(),
  first_seen: time,
  last_seen: time,
  updated_at: time,
});

/** One agent with all its details. */
export const fleetAgentDetail = fleetAgentSummary.extend({
  inventory: z.object({
    version: z.string().optional(),
    path: z.string().optional(),
    project: z.string().optional(),
    labels: z.record(z.string(), z.string()),
    servers: z.array(z.record(z.string(), z.unknown())),
    credentials: z.array(z.object({ ref: z.string(), name: z.string(), kind: z.string(), servers: z.array(z.string()) })),
  }),
});
