import type { IacResource, IacValue, SourcePlace } from '../../../../model/iac.js';
import type { IacEstate, IacView } from '../../contract/estate.js';
import { composeServices } from './compose-services.js';
import { kubernetesContainers } from './kubernetes-containers.js';
import {
  AGENT_IMAGE,
  AGENT_WORD,
  AI_AGENT_NAME,
  type AiProgram,
  type AiRole,
  aiPrograms,
  MCP_COMMAND,
  MCP_IMAGE,
  MCP_LABEL,
  MCP_NAME,
  MCP_VARIABLE,
  VENDOR_KEY,
} from './programs.js';

/** Who can reach a port: everybody who reaches the host or the load balancer, the network behind one, or the host itself. */
export type Reach = 'everywhere' | 'internal' | 'loopback' | 'unknown';

/** A port that something outside of the workload may reach. */
export interface Publication {
  readonly at: SourcePlace;
  /** As written: `8000:8000`, `type: LoadBalancer`. */
  readonly evidence: string;
  readonly reach: Reach;
  /** Of the workload; undefined: all of them. */
  readonly port?: number | undefined;
  /** Something in front asks callers who they are: undefined where nothing in the tree says so. */
  readonly guard?: 'yes' | 'unknown';
  /** For `unknown`: what nobody could evaluate. */
  readonly expression?: string;
}

/** A variable of a workload. */
export interface Variable {
  readonly name: string;
  readonly at: SourcePlace;
  /** Undefined: it comes from a secret, or from whoever starts the workload. */
  readonly value: IacValue | undefined;
}

export interface CommandWord {
  readonly text: string;
  readonly at: SourcePlace;
}

/** A path of the host that a workload sees. */
export interface HostPath {
  readonly at: SourcePlace;
  readonly path: string;
  readonly readOnly: boolean;
}

/** A container of compose or Kubernetes, in the words that the rules about AI ask in. */
export interface AiContainer {
  readonly resource: IacResource;
  readonly name: string;
  readonly at: SourcePlace;
  readonly image: string | undefined;
  readonly words: readonly CommandWord[];
  readonly variables: readonly Variable[];
  /** Variables may be missing here: a file of them is not in the tree, or the list could not be evaluated. */
  readonly openVariables?: string;
  readonly labels: readonly string[];
  readonly publications: readonly Publication[];
  readonly hostPaths: readonly HostPath[];
  /** What gives it rights over its host: `privileged: true`. */
  readonly rights: readonly { at: SourcePlace; evidence: string }[];
  /** Of Kubernetes. */
  readonly account?: { name: string; namespace: string | undefined };
}

/** A container that runs a known AI program, an MCP server or an agent. */
export interface AiWorkload extends AiContainer {
  readonly role: AiRole;
  readonly title: string;
  /** Undefined for MCP servers and agents that are known by their marks alone. */
  readonly program?: AiProgram;
}

export const aiWorkloads: IacView<AiWorkload> = {
  id: 'ai-workload',
  *of(resource, estate) {
    for (const container of containersIn(resource, estate)) {
      const known = known_(container);
      if (known) yield { ...container, ...known };
    }
  },
};

/** Every container, whatever it runs. */
export const anyContainers: IacView<AiContainer> = { id: 'any-container', of: containersIn };

function containersIn(resource: IacResource, estate: IacEstate): Iterable<AiContainer> {
  if (resource.format === 'compose') return composeServices(resource);
  return resource.format === 'kubernetes' ? kubernetesContainers(resource, estate) : [];
}

function known_(container: AiContainer): Pick<AiWorkload, 'role' | 'title' | 'program'> | undefined {
  const image = imageName(container.image);
  const line = container.words.map(({ text }) => text).join(' ');
  const program = aiPrograms.find((one) => one.image?.test(image) || one.command?.test(line));
  if (program) return { role: program.role, title: program.title, program };
  if (isMcpServer(container, image, line)) return { role: 'mcp-server', title: 'MCP server' };
  return isAgent(container, image) ? { role: 'agent', title: 'agent' } : undefined;
}

function isMcpServer({ name, labels, variables }: AiContainer, image: string, line: string): boolean {
  return (
    MCP_IMAGE.test(image) ||
    MCP_COMMAND.test(line) ||
    MCP_NAME.test(name.toLowerCase()) ||
    labels.some((label) => MCP_LABEL.test(label)) ||
    variables.some(({ name: variable }) => MCP_VARIABLE.test(variable))
  );
}

/** An agent by its program, or by its name beside the key of a model vendor: agents of monitoring have neither. */
function isAgent({ name, variables }: AiContainer, image: string): boolean {
  if (AGENT_IMAGE.test(image) || AI_AGENT_NAME.test(name.toLowerCase()) || AI_AGENT_NAME.test(image)) return true;
  const asksModels = variables.some(({ name: variable }) => VENDOR_KEY.test(variable));
  return asksModels && (AGENT_WORD.test(name.toLowerCase()) || AGENT_WORD.test(image));
}

/** `docker.io/vllm/vllm-openai:v1@sha256:…` is `vllm/vllm-openai`. */
export function imageName(image: string | undefined): string {
  const bare = (image ?? '')
    .toLowerCase()
    .replace(/@.*$/, '')
    .replace(/:[^/]*$/, '');
  const slash = bare.indexOf('/');
  const host = slash === -1 ? '' : bare.slice(0, slash);
  return /[.:]|^localhost$/.test(host) ? bare.slice(slash + 1) : bare;
}
