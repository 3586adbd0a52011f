import type { InImage } from '../model/agent.js';
import type { Component, Location } from '../model/component.js';
import type { Finding, FindingKind } from '../model/finding.js';
import type { ExposurePath } from '../model/graph.js';
import type { Issue } from '../model/outcome.js';
import type { ScanReport } from '../model/report.js';
import { nothingFoundWords } from '../model/suppressed.js';
import type { Verdict } from '../model/verdict.js';
import { versionText } from '../model/version-text.js';
import { MINUTE_MS } from '../support/durations.js';
import { plural } from '../support/listing.js';

const KINDS: Record<FindingKind, string> = {
  vulnerability: 'vulnerability',
  malicious: 'malicious package',
  suspicious_package: 'suspicious package',
  mcp_config: 'MCP configuration',
  tool: 'MCP tool',
  skill: 'skill',
  model: 'AI model',
  cloud: 'cloud configuration',
  secret: 'secret',
  iac: 'infrastructure',
  image: 'image',
  license: 'licence',
  policy: 'policy',
};

/** The kind of a finding as a person would say it. */
export function kindWord(kind: FindingKind): string {
  return KINDS[kind];
}

/** The word that marks a finding: `malicious`, which outranks any severity, or else the severity. */
export function severityWord(finding: Finding): string {
  return finding.kind === 'malicious' ? 'malicious' : finding.severity;
}

/** A mark for findings below tests, fixtures or examples; empty for others. */
export function contextWord({ context }: Pick<Finding, 'context'>): string {
  return context === 'test' ? 'in test files' : '';
}

/** Whether the base of an image or its own layers brought a finding, for columns; empty where nobody knows. */
export function layersWord({ in_base: inBase }: Pick<Finding, 'in_base'>): string {
  return inBase === undefined ? '' : inBase ? 'base' : 'own';
}

/** A mark for test files, and whether the base of an image or its own layers brought a finding, where that is known; empty for others. */
export function originWord({ context, in_base: inBase }: Pick<Finding, 'context' | 'in_base'>): string {
  const layers = inBase === undefined ? '' : inBase ? 'in the base image' : 'in your layers';
  return [contextWord({ ...(context && { context }) }), layers].filter((word) => word !== '').join(', ');
}

/** `path:line`, or the path alone; in one of several images `acme/app:1:/srv/run.sh`, as docker writes it. */
export function locationText({ path, line, image }: Pick<Location, 'path' | 'line' | 'image'>): string {
  const file = image === undefined ? path : `${image}:/${path}`;
  return line === undefined ? file : `${file}:${line}`;
}

/** `in acme/app:1, layer 2 of its base`; empty for things that lie in no image. */
export function inImageWords({ in_image: place }: { in_image?: InImage }): string {
  if (!place) return '';
  const { image, layer, in_base: inBase } = place;
  return `in ${image}${layer === undefined ? '' : `, layer ${layer}`}${inBase === true ? ' of its base' : ''}`;
}

/** Places grouped by file: `a.md:3, 8; b.sh:2`. Files keep their order; lines are sorted and unique. */
export function placesText(locations: readonly Location[]): string {
  const lines = new Map<string, number[]>();
  for (const place of locations) {
    const { line } = place;
    const path = locationText({ path: place.path, ...(place.image !== undefined && { image: place.image }) });
    const known = lines.get(path) ?? [];
    lines.set(path, line === undefined || known.includes(line) ? known : [...known, line]);
  }
  return [...lines]
    .map(([path, numbers]) => (numbers.length === 0 ? path : `${path}:${numbers.sort((a, b) => a - b).join(', ')}`))
    .join('; ');
}

/** Counts of the AI inventory: `2 agents`, `3 MCP servers`, …. A server counts once, however many clients use it. */
export function estateCounts({ agents, servers, credentials, tools, skills, models, cloud = [], images = [] }: ScanReport): string[] {
  const distinct = new Set(servers.map(({ ref }) => ref)).size;
  const counts: readonly (readonly [number, string])[] = [
    [agents.length, 'agent'],
    [distinct, 'MCP server'],
    [credentials.length, 'credential'],
    [tools.length, 'tool'],
    [skills.length, 'skill'],
    [models.length, 'model'],
    [cloud.length, 'cloud resource'],
    [images.length, 'image'],
  ];
  return counts.flatMap(([count, noun]) => (count > 0 ? [plural(count, noun)] : []));
}

/** What was scanned, in one line: the targets, or the kind of evidence where there are none. */
export function scannedText({ scan_run: run, agents, servers, tools }: ScanReport): string {
  if (run.targets.length > 0) return run.targets.join(', ');
  if (agents.length + servers.length > 0) return 'AI clients';
  return tools.length > 0 ? 'tool definitions' : 'given packages';
}

/** `name@version`; without a known version the requirement, or `?`. */
export function componentLabel(component: Component): string {
  const { name, version, requirement } = component;
  return `${name}@${version === null ? requirement || '?' : versionText(component, version)}`;
}

/** EPSS probability as `94 %`, or `<1 %`. */
export function epssText({ score }: { score: number }): string {
  const percent = Math.round(score * 100);
  return percent < 1 ? '<1 %' : `${percent} %`;
}

/** What the types of Kubernetes are called that give a workload its rights. */
export const rightsOfKubernetes = {
  ServiceAccount: 'service account',
  Role: 'role of the namespace',
  ClusterRole: 'cluster role',
  RoleBinding: 'binding',
  ClusterRoleBinding: 'binding',
} as const;

const AWS_POLICY = 'policy';
const AWS_GROUP = 'security group';

/** What types are called that people know by another word than that of their kind. */
const wordsOfTypes: Readonly<Record<string, string>> = {
  ...rightsOfKubernetes,
  aws_iam_policy: AWS_POLICY,
  aws_iam_role_policy: AWS_POLICY,
  aws_iam_role_policy_attachment: AWS_POLICY,
  'AWS::IAM::Policy': AWS_POLICY,
  'AWS::IAM::ManagedPolicy': AWS_POLICY,
  aws_security_group: AWS_GROUP,
  aws_security_group_rule: AWS_GROUP,
  aws_vpc_security_group_ingress_rule: AWS_GROUP,
  'AWS::EC2::SecurityGroup': AWS_GROUP,
  'AWS::EC2::SecurityGroupIngress': AWS_GROUP,
  aws_s3_bucket_acl: 'access list',
  aws_s3_bucket_policy: 'bucket policy',
  'AWS::S3::BucketPolicy': 'bucket policy',
};

/** A report's nouns by their refs. */
export interface NameDirectory {
  component(ref: string | undefined): Component | undefined;
  /** The readable name of a node: `lodash@4.17.20`, a server's name, `aws_iam_role.bot`; the ref itself when it is unknown. */
  label(ref: string): string;
  /** The name beside a word for its kind: `bot` for `aws_iam_role.bot`; else the label. */
  short(ref: string): string;
  /** What a node is: its kind, or the word for its type: `service account`, `security group`; undefined when it is unknown. */
  kind(ref: string): string | undefined;
  /** True for something declared or of a cloud that anybody may call, not only by way of others. */
  isPublic(ref: string | undefined): boolean;
  /** The short names of nodes that are told in a row; roles, and those that share a name, say what they are: `agent (service)`, `agent (role)`. */
  walk(refs: readonly string[]): string[];
}

/** Indexes a report once for all look-ups of one rendering. */
export function directoryOf(report: ScanReport): NameDirectory {
  const components = new Map(report.components.map((component) => [component.ref, component]));
  const labels = new Map<string, string>();
  for (const node of report.graph.nodes) labels.set(node.id, node.label);
  for (const server of report.servers) labels.set(server.ref, server.name);
  for (const agent of report.agents) labels.set(agent.ref, agent.client);
  for (const item of [...report.tools, ...report.credentials]) labels.set(item.ref, item.name);
  for (const item of [...report.skills, ...report.models]) labels.set(item.ref, item.path);
  const kinds = new Map<string, string>(report.graph.nodes.map(({ id, kind }) => [id, kind]));
  const estate = [...(report.infrastructure ?? []), ...(report.cloud ?? [])];
  const open = new Set(estate.flatMap((thing) => (thing.public === 'yes' ? [thing.ref] : [])));
  const told = new Set(['role', ...Object.values(wordsOfTypes)]);
  const short = new Map<string, string>();
  for (const { ref, kind, type, provider, native_id: address, name } of report.infrastructure ?? []) {
    if (kind === 'role' || kind === 'entrance') kinds.set(ref, (Object.hasOwn(wordsOfTypes, type) && wordsOfTypes[type]) || kind);
    if (provider === 'compose' || provider === 'kubernetes') continue;
    // A role, its policy and what runs often have one name.
    labels.set(ref, address);
    short.set(ref, name);
  }
  const label = (ref: string) => {
    const component = components.get(ref);
    if (component) return componentLabel(component);
    return labels.get(ref) ?? iacLabel(ref) ?? ref;
  };
  const shortName = (ref: string) => short.get(ref) ?? label(ref);
  return {
    component: (ref) => (ref === undefined ? undefined : components.get(ref)),
    label,
    short: shortName,
    kind: (ref) => kinds.get(ref),
    isPublic: (ref) => ref !== undefined && open.has(ref),
    walk(refs) {
      const names = refs.map(shortName);
      return names.map((name, at) => {
        const kind = kinds.get(refs[at] ?? '');
        const isDoubtful = told.has(kind ?? '') || names.indexOf(name) !== names.lastIndexOf(name);
        return kind !== undefined && isDoubtful ? `${name} (${kind})` : name;
      });
    },
  };
}

const RESOURCE = /^iac:([^#]+)#(.+)$/;

/** The file that declares a resource of infrastructure code; undefined for all else. */
export function declaringFile(ref: string): string | undefined {
  return RESOURCE.exec(ref)?.[1];
}

/** `Deployment/web in k8s/app.yaml`: a resource of infrastructure code. */
function iacLabel(ref: string): string | undefined {
  const [, path, address] = RESOURCE.exec(ref) ?? [];
  return path === undefined || address === undefined ? undefined : `${address} in ${path}`;
}

/** What a finding is about: its component's or subject's label, else its first place. */
export function subjectLabel(finding: Finding, directory: NameDirectory): string {
  const ref = finding.component ?? finding.subject;
  if (ref !== undefined) return directory.label(ref);
  const [first] = finding.locations;
  return first ? locationText(first) : finding.id;
}

/** The parts of a path's score, and how many ways beside it are not told. */
export function pathReasons({ why, left_out: leftOut }: ExposurePath): string {
  if (leftOut === undefined) return why;
  return `${why}; ${plural(leftOut, 'further role')} that ${leftOut === 1 ? 'holds' : 'hold'} data ${leftOut === 1 ? 'is' : 'are'} left out`;
}

/** Why a collector could not read everything, and how to resolve that. */
export function issueText({ reason, remedy }: Issue): string {
  return remedy === undefined ? reason : `${reason}; ${remedy}`;
}

/** `1 500 000`: digits grouped by narrow spaces, independent of the locale. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ' ');
}

/** Time from `time` to `now` in the largest fitting unit: `3 h`, `12 d`; `?` when either is not a time. */
export function ageText(time: string, now: string): string {
  const minutes = Math.floor((Date.parse(now) - Date.parse(time)) / MINUTE_MS);
  if (Number.isNaN(minutes)) return '?';
  if (minutes < 60) return `${Math.max(0, minutes)} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} d`;
}

/** The text with a full stop, unless it already ends in a mark such as `.` or `!`. */
export function sentence(text: string): string {
  return text === '' || /[.!?:…]$/.test(text) ? text : `${text}.`;
}

/** The text of a report without active findings. Only a complete scan may say that there are none. */
export function noFindingsText({ counts, verdict }: ScanReport): string {
  if (verdict.outcome === 'incomplete' || verdict.outcome === 'empty') return 'Nothing found in what could be read.';
  const words = nothingFoundWords(counts);
  return verdict.outcome === 'clean'
    ? sentence(words[0]?.toUpperCase() + words.slice(1))
    : sentence(`Nothing found in what could be judged${counts.suppressed > 0 ? `: ${words}` : ''}`);
}

/** The reasons of a verdict other than its gates: what was not judged, set aside or left out. */
export function remarksOf({ gates, reasons }: Verdict): string[] {
  const stated = new Set(gates.map((match) => match.reason));
  return reasons.filter((reason) => !stated.has(reason));
}
