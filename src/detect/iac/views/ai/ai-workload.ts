import type { IacResource } from '../../../../model/iac.js';
import type { IacEstate, IacView } from '../../contract/estate.js';
import type { AiContainer } from './ai-container.js';
import { composeServices } from './compose-services.js';
import { kubernetesContainers } from './kubernetes-containers.js';
import {
  AGENT_IMAGE,
  AGENT_WORD,
  AI_AGENT_NAME,
  type AiProgram,
  type AiRole,
  aiPrograms,
  FASTMCP_VARIABLE,
  MCP_CLIENT,
  MCP_COMMAND,
  MCP_IMAGE,
  MCP_LABEL,
  MCP_NAME,
  MCP_VARIABLE,
  VENDOR_KEY,
} from './programs.js';

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
      const known = aiWorkloadOf(container);
      if (known) yield known;
    }
  },
};

/** Every container, whatever it runs. */
export const anyContainers: IacView<AiContainer> = { id: 'any-container', of: containersIn };

/** Two views and the graph ask for them, so they are worked out once. */
function containersIn(resource: IacResource, estate: IacEstate): Iterable<AiContainer> {
  const known = estate.once('containers of resources', () => new Map<IacResource, readonly AiContainer[]>());
  let found = known.get(resource);
  if (!found) {
    found = [...madeContainers(resource, estate)];
    known.set(resource, found);
  }
  return found;
}

function madeContainers(resource: IacResource, estate: IacEstate): Iterable<AiContainer> {
  if (resource.format === 'compose') return composeServices(resource);
  return resource.format === 'kubernetes' ? kubernetesContainers(resource, estate) : [];
}

/** The container as the AI workload that it is; undefined for any other. */
export function aiWorkloadOf(container: AiContainer): AiWorkload | undefined {
  const known = knownRole(container);
  return known && { ...container, ...known };
}

function knownRole(container: AiContainer): Pick<AiWorkload, 'role' | 'title' | 'program'> | undefined {
  const image = imageName(container.image);
  const line = container.words.map(({ text }) => text).join(' ');
  const program = aiPrograms.find((one) => one.image?.test(image) || one.command?.test(line));
  if (program) return { role: program.role, title: program.title, program };
  if (isMcpServer(container, image, line)) return { role: 'mcp-server', title: 'MCP server' };
  if (isAgent(container, image)) return { role: 'agent', title: 'agent' };
  return container.variables.some(({ name }) => MCP_VARIABLE.test(name)) ? { role: 'mcp-server', title: 'MCP server' } : undefined;
}

/** By what only a server has. Agents have variables about the servers that they call, too. */
function isMcpServer({ name, labels, variables }: AiContainer, image: string, line: string): boolean {
  return (
    MCP_IMAGE.test(image) ||
    MCP_COMMAND.test(line) ||
    (MCP_NAME.test(name.toLowerCase()) && !MCP_CLIENT.test(name.toLowerCase())) ||
    labels.some((label) => MCP_LABEL.test(label)) ||
    variables.some(({ name: variable }) => FASTMCP_VARIABLE.test(variable))
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
