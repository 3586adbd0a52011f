import type { Item } from '../client/queries.js';
import { legible } from './legible.js';

export type SourceKind = Item<'listSources'>['kind'];

interface KindWords {
  label: string;
  /** What a source of this kind is for. */
  about: string;
  /** False: it only takes what is pushed, and no job can run. */
  runs: boolean;
}

/** Every kind of source in words, in the order in which people look for them. */
export const sourceKinds: Readonly<Record<SourceKind, KindWords>> = {
  'scan.repo': { label: 'Repository', about: 'The code of a project: packages, agents, MCP servers, skills and models in it.', runs: true },
  'scan.image': { label: 'Container image', about: 'One image of a registry, with its packages and its configuration.', runs: true },
  'scan.iac': { label: 'Infrastructure code', about: 'Terraform, CloudFormation, Kubernetes and the like, and nothing else.', runs: true },
  'scan.mcp_config': { label: 'MCP configuration', about: 'Configuration files of AI clients on this server.', runs: true },
  'scan.cloud': { label: 'Cloud account', about: 'An account that a cloud connection may read.', runs: true },
  'connector.cloud_read_only': {
    label: 'Connector',
    about: 'What a configured connector or a cloud connection lists, read-only.',
    runs: true,
  },
  'connector.registry': { label: 'Container registry', about: 'All images of the registries that this server knows.', runs: true },
  'connector.warehouse': { label: 'Data warehouse', about: 'A Snowflake account that a cloud connection may read.', runs: true },
  'ingest.artifact_import': {
    label: 'Imported document',
    about: 'A bill of materials or a report, read from a file of this server or pushed.',
    runs: true,
  },
  'ingest.result_push': { label: 'Pushed results', about: 'Reports that `castellan scan --push` sends, from CI as a rule.', runs: false },
  'ingest.fleet_sync': { label: 'Fleet of agents', about: 'Agents of laptops, sent by `castellan agents --push`.', runs: false },
  'ingest.trace_push': { label: 'Pushed traces', about: 'Traces of agents in the form of OpenTelemetry.', runs: false },
  'runtime.proxy': { label: 'Relay', about: 'What relays in front of MCP servers report.', runs: false },
  'runtime.gateway': { label: 'Gateway', about: 'Calls that the gateway decides.', runs: false },
};

export const kindNames = Object.keys(sourceKinds) as SourceKind[];

export function isSourceKind(text: string | undefined): text is SourceKind {
  return kindNames.some((kind) => kind === text);
}

/** What a source covers, in one line. */
export function scopeInWords({ kind, scope }: { kind: SourceKind; scope: Readonly<Record<string, unknown>> }): string {
  const text = (name: string) => (typeof scope[name] === 'string' ? scope[name] : undefined);
  const list = (name: string) => (Array.isArray(scope[name]) ? scope[name].map(String) : []);
  const place = text('url') ?? text('repo_url') ?? text('path') ?? list('paths').join(', ');
  const excluded = list('exclude').length;
  const parts = [
    place,
    kind === 'scan.image' ? text('ref') : text('ref') && `at ${text('ref')}`,
    text('repository'),
    text('dataset') && `database ${text('dataset')}`,
    text('connection_id') && `connection ${text('connection_id')}`,
    text('format'),
    text('platform'),
    list('devices').length > 0 && `${list('devices').length} devices`,
    excluded > 0 && `without ${excluded} ${excluded === 1 ? 'pattern' : 'patterns'}`,
  ].filter((part) => typeof part === 'string' && part !== '');
  if (parts.length > 0) return legible(parts.join(' '), 300);
  return sourceKinds[kind].runs ? 'all that is configured' : 'whatever is pushed to it';
}
