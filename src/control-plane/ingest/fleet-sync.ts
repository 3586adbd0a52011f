import { createHash } from 'node:crypto';
import { requireQuota } from '../limits/quota.js';
import { type AgentRow, FleetRepository } from '../store/fleet.js';
import { FleetHistory } from '../store/fleet-history.js';
import { JsonText } from '../store/layer/parameters.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { Written } from '../store/layer/tables.js';
import type { FleetAgent } from './fleet-agent.js';
import { lockSource } from './write.js';

/** A device's report. */
export interface FleetReport {
  sourceId: string;
  device: string;
  agents: readonly FleetAgent[];
  observedAt: string;
  now: string;
  complete: boolean;
}

export interface FleetCounts {
  new: number;
  updated: number;
  unchanged: number;
  stale: number;
}

const REWRITTEN = [
  'name',
  'client',
  'stale',
  'owner',
  'servers',
  'tools',
  'credentials',
  'document',
  'document_hash',
  'last_seen',
  'updated_at',
] as const;

/** The result of a report. */
export interface SyncedFleet {
  counts: FleetCounts;
  /** Agents that are now as in the report. */
  current: FleetAgent[];
  /** Ids of agents that the device no longer has. */
  missing: string[];
}

/**
 * Updates the agents of a device from its report; agents that a complete report lacks become stale. For an agent that
 * was reported later already, nothing changes. Lifecycle and owner, once set here, are kept.
 */
export async function syncFleet(store: TenantStore, report: FleetReport): Promise<SyncedFleet> {
  await lockSource(store, report.sourceId);
  const fleet = new FleetRepository(store);
  const known = new Map((await fleet.ofDevice(report.sourceId, report.device)).map((row) => [row.agent_id, row]));
  const reported = new Map(report.agents.map((agent) => [agent.agentId, agent]));
  const counts: FleetCounts = { new: 0, updated: 0, unchanged: 0, stale: 0 };
  const rows: Written<'fleet_agents'>[] = [];
  const current: FleetAgent[] = [];
  const moved: { agent_id: string; document: JsonText }[] = [];
  for (const agent of reported.values()) {
    const before = known.get(agent.agentId);
    const row = rowOf(agent, report, before);
    if (!before) counts.new += 1;
    else if (before.last_seen > report.observedAt || isSame(before, row)) counts.unchanged += 1;
    else counts.updated += 1;
    if (before && before.last_seen > report.observedAt) continue;
    rows.push(row);
    if (before?.document_hash !== row.document_hash) moved.push({ agent_id: agent.agentId, document: documentText(agent) });
    current.push(agent);
  }
  await requireQuota(store, 'fleet_agents', counts.new);
  await tenantTable(store, 'fleet_agents').createMany(rows, REWRITTEN);
  await new FleetHistory(store).keep(report.observedAt, moved);
  const isMissing = (row: AgentRow) => !reported.has(row.agent_id) && !row.stale && row.last_seen <= report.observedAt;
  const missing = report.complete ? [...known.values()].filter(isMissing).map((row) => row.agent_id) : [];
  await fleet.markStale(missing, report.now);
  return { counts: { ...counts, stale: missing.length }, current, missing };
}

function isSame(before: AgentRow, row: Written<'fleet_agents'>): boolean {
  return before.document_hash === row.document_hash && !before.stale && before.name === row.name && before.owner === row.owner;
}

function documentText({ document }: FleetAgent): JsonText {
  return new JsonText(JSON.stringify(document));
}

function rowOf(agent: FleetAgent, report: FleetReport, before: AgentRow | undefined): Written<'fleet_agents'> {
  const { servers, credentials } = agent.document;
  const document = documentText(agent);
  return {
    agent_id: agent.agentId,
    source_id: report.sourceId,
    device: report.device,
    name: agent.name,
    client: agent.client,
    lifecycle_state: before?.lifecycle_state ?? 'discovered',
    stale: false,
    owner: before?.owner ?? agent.owner ?? null,
    servers: servers.length,
    tools: servers.reduce((sum, { tools }) => sum + tools.length, 0),
    credentials: new Set(credentials.map(({ name }) => name)).size,
    document,
    document_hash: createHash('sha256').update(document.text).digest('base64url'),
    first_seen: before?.first_seen ?? report.observedAt,
    last_seen: report.observedAt,
    updated_at: report.now,
  };
}
