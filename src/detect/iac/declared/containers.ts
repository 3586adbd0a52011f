import type { CloudAnswer, CloudFacts, CloudResource, CloudResourceKind } from '../../../model/cloud.js';
import type { IacResource } from '../../../model/iac.js';
import { protectionOf } from '../ai/exposure.js';
import { textOf } from '../contract/values.js';
import type { AiContainer, HostPath, Publication, Variable } from '../views/ai/ai-container.js';
import { type AiWorkload, aiWorkloadOf, imageName } from '../views/ai/ai-workload.js';
import type { AiRole } from '../views/ai/programs.js';
import { declaredThing, sorted } from './thing.js';

/** What one resource runs: a service of compose, or the containers of a pod. */
export interface Run {
  readonly resource: IacResource;
  readonly containers: readonly AiContainer[];
}

/** Programs that keep data, by the name of their image. */
const STORE_IMAGE =
  /(?:^|\/)(?:postgres(?:ql)?|postgis|pgvector|timescaledb|mysql|mariadb|percona|redis|redis-stack(?:-server)?|valkey|keydb|dragonfly|memcached|mongo|mongodb(?:-[\w-]+)?|couchdb|couchbase|cassandra|scylla|cockroach(?:db)?|clickhouse(?:-server)?|influxdb|neo4j|memgraph|arangodb|surrealdb|elasticsearch|opensearch|solr|meilisearch|typesense|minio|seaweedfs|vault|etcd|consul|qdrant|weaviate|chroma(?:db)?|milvus|lancedb|vespa|server\/mssql|mssql-server)$/;

/** Paths of the host that tell nothing and let nobody in. */
const HARMLESS_PATH = /^\/(?:etc\/(?:localtime|timezone)|usr\/share\/zoneinfo|dev\/(?:shm|null|u?random)|etc\/ssl\/certs)(?:\/|$)/;
/** Whoever may speak to it is administrator of the host, however it is mounted. */
const ENGINE_SOCKET = /(?:docker|containerd|crio|podman|cri-dockerd|dockershim)\.sock$/;

const KIND_OF_ROLE: Readonly<Record<AiRole, CloudResourceKind>> = {
  agent: 'agent',
  'mcp-server': 'service',
  'model-server': 'model',
  'vector-store': 'data',
  notebook: 'service',
  dashboard: 'service',
};

/** The most telling of what one resource runs comes first. */
const KINDS: readonly CloudResourceKind[] = ['agent', 'model', 'data', 'service'];

/** The thing that runs, and the paths of its host that it sees. */
export function thingsOfRun({ resource, containers }: Run): CloudResource[] {
  const workloads = containers.flatMap((container) => aiWorkloadOf(container) ?? []);
  const mounts = containers.flatMap(({ hostPaths }) => hostPaths).filter(({ path }) => !HARMLESS_PATH.test(path));
  const published = containers.flatMap(({ publications }) => publications);
  const thing = declaredThing(resource, {
    kind: kindOf(containers, workloads),
    name: resource.name,
    public: publicityOf(published),
    authenticated: authenticationOf(published, workloads),
    ...namesIn(containers),
    reaches: mounts.map((mount) => ({ to: `${resource.ref}/${partOf(mount)}`, access: accessTo(mount) })),
    facts: factsOf(containers, workloads),
  });
  return [thing, ...mounts.map((mount) => declaredThing(resource, { kind: 'data', name: `${mount.path} of the host` }, partOf(mount)))];
}

type Names = Pick<CloudResource, 'images' | 'env_names' | 'literal_env_names'>;

function namesIn(containers: readonly AiContainer[]): Names {
  const variables = containers.flatMap((container) => container.variables);
  return {
    images: sorted(containers.flatMap(({ image }) => image ?? [])),
    env_names: sorted(variables.map(({ name }) => name)),
    literal_env_names: sorted(variables.filter(isLiteral).map(({ name }) => name)),
  };
}

/** What something of a cloud is by the programs that it runs, where its type alone does not say, and the names in them. */
export function whatRuns(containers: readonly AiContainer[], kind: CloudResourceKind): Pick<CloudResource, 'kind' | 'facts'> & Names {
  const workloads = containers.flatMap((container) => aiWorkloadOf(container) ?? []);
  const { privileged, ...facts } = factsOf(containers, workloads);
  return {
    ...namesIn(containers),
    kind: kind === 'service' ? kindOf(containers, workloads) : kind,
    facts: privileged ? { ...facts, privileged } : facts,
  };
}

function kindOf(containers: readonly AiContainer[], workloads: readonly AiWorkload[]): CloudResourceKind {
  const kinds = new Set(workloads.map(({ role }) => KIND_OF_ROLE[role]));
  if (containers.some(({ image }) => STORE_IMAGE.test(imageName(image)))) kinds.add('data');
  return KINDS.find((kind) => kinds.has(kind)) ?? 'service';
}

function factsOf(containers: readonly AiContainer[], workloads: readonly AiWorkload[]): CloudFacts {
  return {
    ...(workloads.some(({ role }) => role === 'mcp-server') && { mcp: true }),
    ...(workloads.some(({ role }) => role === 'vector-store') && { holds_knowledge: true }),
    privileged: containers.some(({ rights }) => rights.some(({ evidence }) => /^privileged/.test(evidence))),
  };
}

/** `no`: nothing in the tree leads to it. */
function publicityOf(published: readonly Publication[]): CloudAnswer {
  if (published.some(({ reach }) => reach === 'everywhere')) return 'yes';
  return published.some(({ reach }) => reach === 'unknown') ? 'unknown' : 'no';
}

function authenticationOf(published: readonly Publication[], workloads: readonly AiWorkload[]): CloudAnswer {
  const open = published.filter(({ reach }) => reach === 'everywhere');
  if (open.length > 0 && open.every(({ guard }) => guard === 'yes')) return 'yes';
  const answers = workloads.map(protectedBy);
  if (answers.includes('no')) return 'no';
  return answers.length > 0 && answers.every((answer) => answer === 'yes') ? 'yes' : 'unknown';
}

/** Of an agent without a known program only a sign of protection says something. */
function protectedBy(workload: AiWorkload): CloudAnswer {
  const { is } = protectionOf(workload);
  if (is === 'closed') return 'yes';
  return is === 'open' && (workload.program || workload.role === 'mcp-server') ? 'no' : 'unknown';
}

function isLiteral({ value }: Variable): boolean {
  return (textOf(value) ?? '') !== '';
}

function partOf({ path }: HostPath): string {
  return `mount:${path}`;
}

function accessTo({ path, readOnly }: HostPath): 'admin' | 'read' | 'write' {
  if (ENGINE_SOCKET.test(path)) return 'admin';
  return readOnly ? 'read' : 'write';
}

/** Hosts that variables and commands name: those of addresses, and texts that are nothing but a host with a port. */
export function hostsNamedBy(containers: readonly AiContainer[]): string[] {
  return containers.flatMap(({ variables, words }) => [
    ...variables.flatMap(({ name, value }) => hostsIn(knownText(value), HOST_VARIABLE.test(name))),
    ...words.flatMap(({ text }) => hostsIn(text, false)),
  ]);
}

const HOST_VARIABLE = /(?:HOST(?:NAME)?|ADDR(?:ESS)?|SERVER|URL|URI|ENDPOINT)S?$/i;
const HOST = String.raw`[a-z0-9](?:[\w.-]{0,251}[a-z0-9])?`;
const IN_ADDRESS = new RegExp(String.raw`(?:\/\/|@|,)(${HOST})(?=[:/?#,]|$)`, 'gi');
const ALONE = new RegExp(String.raw`^(${HOST})(:\d{1,5})?$`, 'i');
const MOST_TEXT = 2000;

function hostsIn(whole: string, isHost: boolean): string[] {
  const text = whole.slice(0, MOST_TEXT);
  const alone = ALONE.exec(text);
  if (alone?.[1] !== undefined) return isHost || alone[2] !== undefined ? [alone[1]] : [];
  return /\/\//.test(text) ? [...text.matchAll(IN_ADDRESS)].flatMap(([, host]) => host ?? []) : [];
}

/** A text with a letter for each piece of it that nobody knows: the user and the password of an address, for example. */
function knownText(value: Variable['value']): string {
  return value?.kind === 'unknown' ? (value.pieces ?? []).map((piece) => piece ?? 'x').join('') : (textOf(value) ?? '');
}
