import type { Agent } from '../../model/agent.js';
import { type CloudConnection, type CloudResource, connectionName } from '../../model/cloud.js';
import type { ContainerImage } from '../../model/image.js';
import type { CollectorOutcome, Issue } from '../../model/outcome.js';
import { compareText } from '../../support/compare-text.js';
import { CastellanError, describe, UsageError } from '../../support/errors.js';
import type { IssueKind } from '../../support/issue-kinds.js';
import { redactReason } from '../../support/redact.js';
import { CloudRefused, CloudThrottled, CloudTruncated, CloudUnreachable } from './contract/cloud-errors.js';
import type { CloudAccess, CloudPart, CloudSession, FinishedParts } from './contract/provider.js';
import { loadProvider, type ProviderRegistry } from './load-provider.js';

/** Everything that was read of some accounts, and how reading each part of them ended. */
export interface CloudCollection {
  resources: CloudResource[];
  agents: Agent[];
  images: ContainerImage[];
  collectors: CollectorOutcome[];
  issues: Issue[];
}

export interface CloudCollecting {
  access: CloudAccess;
  registry: ProviderRegistry;
  finished?: FinishedParts;
  /** Called with the id of each part that was read. */
  onPart?(id: string): void;
  limits?: CloudLimits;
}

/** Most that is read of one connection; what lies beyond is said. */
export interface CloudLimits {
  parts: number;
  resources: number;
  resourcesOfPart: number;
}

export const cloudLimits: CloudLimits = { parts: 20_000, resources: 200_000, resourcesOfPart: 20_000 };

/** Parts that are read at the same time. Each cloud paces its own requests. */
const AT_ONCE = 6;

/** The connection has a permission to change something, so it is not used. */
export class ConnectionMayWrite extends UsageError {}

/**
 * Reads everything that the connections show. A connection or part that cannot be read is an outcome and an issue, which make the scan
 * incomplete. With the identity of a service it throws ConnectionMayWrite for a connection that is not read-only. The order of the
 * result depends on identities alone.
 */
export async function collectClouds(connections: readonly CloudConnection[], collecting: CloudCollecting): Promise<CloudCollection> {
  const all: CloudCollection = { resources: [], agents: [], images: [], collectors: [], issues: [] };
  for (const connection of connections) {
    const { resources, collectors, issues } = await collectOne(connection, collecting);
    all.resources.push(...resources);
    all.collectors.push(...collectors);
    all.issues.push(...issues);
  }
  all.resources = onceEach(all.resources);
  return { ...all, agents: agentsAmong(all.resources), images: imagesOf(all.resources) };
}

type Read = Pick<CloudCollection, 'resources' | 'collectors' | 'issues'>;

async function collectOne(connection: CloudConnection, collecting: CloudCollecting): Promise<Read> {
  const { access, registry, limits = cloudLimits } = collecting;
  const name = connectionName(connection);
  let parts: CloudPart[];
  try {
    const session = await (await loadProvider(connection.provider, registry)).open(connection, access);
    if (access.identity === 'service') await requireReadOnly(session, name);
    parts = await session.parts();
  } catch (error) {
    return failedWhole(name, failureOf(error, access.signal));
  }
  const read = await readParts(parts.slice(0, limits.parts), connection, collecting);
  const beyond = parts.length - limits.parts;
  if (beyond > 0) read.push(leftOut(name, `${beyond} of ${parts.length} parts were not read: at most ${limits.parts} are`));
  return joined(read, name, limits);
}

async function requireReadOnly(session: CloudSession, name: string): Promise<void> {
  const { read_only: readOnly, tried } = await session.prove();
  if (readOnly !== 'violated') return;
  const granted = tried.filter(({ answer }) => answer === 'granted').map(({ permission }) => permission);
  throw new ConnectionMayWrite({
    where: name,
    message: `the connection is not read-only, so nothing was read: it may ${granted.join(', ')}`,
  });
}

/** One part after it was read. */
interface ReadPart {
  resources: CloudResource[];
  collector: CollectorOutcome;
  issue?: Issue;
}

/** The parts in their order, whichever ended first. */
async function readParts(parts: readonly CloudPart[], { provider }: CloudConnection, collecting: CloudCollecting): Promise<ReadPart[]> {
  const read: ReadPart[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < parts.length; at = next++) {
      const part = parts[at];
      if (part === undefined) return;
      read[at] = await readPart(part, `${provider}/${part.id}`, collecting);
      collecting.onPart?.(part.id);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return read;
}

async function readPart(part: CloudPart, path: string, collecting: CloudCollecting): Promise<ReadPart> {
  const { access, finished, limits = cloudLimits } = collecting;
  const kept = finished?.find(part.id);
  if (kept) return ended(path, kept);
  const resources: CloudResource[] = [];
  try {
    for await (const page of part.read()) {
      resources.push(...page);
      access.signal.throwIfAborted();
      if (resources.length <= limits.resourcesOfPart) continue;
      resources.length = limits.resourcesOfPart;
      return ended(path, resources, { kind: 'too_many', reason: `only the first ${limits.resourcesOfPart} resources were read` });
    }
  } catch (error) {
    return ended(path, resources, failureOf(error, access.signal));
  }
  finished?.add(part.id, resources);
  return ended(path, resources);
}

function ended(path: string, resources: CloudResource[], failure?: Failure): ReadPart {
  const outcome = failure ? (resources.length > 0 ? 'truncated' : 'failed') : resources.length > 0 ? 'scanned' : 'empty';
  return {
    resources,
    collector: { id: 'cloud', target: path, outcome, components: resources.length, issues: failure ? 1 : 0 },
    ...(failure && { issue: { collector: 'cloud', path, ...failure } }),
  };
}

function failedWhole(name: string, failure: Failure): Read {
  const { collector, issue } = ended(name, [], failure);
  return { resources: [], collectors: [collector], issues: issue ? [issue] : [] };
}

function leftOut(path: string, reason: string): ReadPart {
  return { ...ended(path, [], { kind: 'too_many', reason }), collector: { ...ended(path, []).collector, outcome: 'truncated', issues: 1 } };
}

function joined(parts: readonly ReadPart[], name: string, limits: CloudLimits): Read {
  const resources = parts.flatMap((part) => part.resources);
  const beyond = resources.length - limits.resources;
  const all = beyond > 0 ? [...parts, leftOut(name, `${beyond} resources were left out: at most ${limits.resources} are kept`)] : parts;
  return {
    resources: resources.slice(0, limits.resources),
    collectors: all.map(({ collector }) => collector),
    issues: all.flatMap(({ issue }) => issue ?? []),
  };
}

interface Failure {
  kind: IssueKind;
  reason: string;
  remedy?: string;
}

/** Why something could not be read. Throws the error again when it concerns the whole run. */
function failureOf(error: unknown, signal: AbortSignal): Failure {
  signal.throwIfAborted();
  if (error instanceof UsageError) throw error;
  const reason = redactReason(error instanceof CastellanError ? placedMessage(error) : `cannot be worked out: ${describe(error)}`).slice(
    0,
    500,
  );
  const remedy = error instanceof CastellanError && error.hint !== undefined ? { remedy: error.hint } : {};
  if (error instanceof CloudUnreachable) return { kind: 'network', reason, ...remedy };
  if (error instanceof CloudThrottled) return { kind: 'timeout', reason, ...remedy };
  if (error instanceof CloudTruncated) return { kind: 'too_many', reason, ...remedy };
  return { kind: error instanceof CloudRefused ? 'unreadable' : 'unparsable', reason, ...remedy };
}

/** `AWS: lambda:ListFunctions in eu-west-1: the permission is missing`. */
function placedMessage({ where, message }: CastellanError): string {
  return where === undefined ? message : `${where}: ${message}`;
}

/** What several parts or connections show is kept once. */
function onceEach(resources: readonly CloudResource[]): CloudResource[] {
  const byRef = new Map<string, CloudResource>();
  for (const resource of resources) if (!byRef.has(resource.ref)) byRef.set(resource.ref, resource);
  return [...byRef.values()].sort((a, b) => compareText(a.ref, b.ref));
}

/** Agents that a cloud runs stand among all others. */
export function agentsAmong(resources: readonly CloudResource[]): Agent[] {
  return resources
    .filter(({ kind }) => kind === 'agent')
    .map(({ ref, name, native_id: path }) => ({ ref, client: name, path, servers: [] }));
}

/** Images that something runs; images that only lie in a registry are resources. */
function imagesOf(resources: readonly CloudResource[]): ContainerImage[] {
  const users = new Map<string, Set<string>>();
  for (const { ref, kind, images } of resources) {
    for (const reference of kind === 'image' ? [] : images) users.set(reference, (users.get(reference) ?? new Set()).add(ref));
  }
  return [...users]
    .map(([reference, refs]) => ({ reference, used_by: [...refs].sort() }))
    .sort((a, b) => compareText(a.reference, b.reference));
}
