import type { Agent, AiModel, CredentialRef, McpServer, Skill, Tool } from './agent.js';
import { type AiEvidence, emptyAiEvidence } from './ai-evidence.js';
import type { CloudResource } from './cloud.js';
import type { Component } from './component.js';
import type { ContainerImage } from './image.js';
import type { CollectorOutcome, Issue } from './outcome.js';

/** Registry configuration found beside the manifests (`.npmrc`, `pip.conf`, …): which scopes or names are private. */
export interface RegistrySetting {
  ecosystem: string;
  /** `@scope`, or `*` for the default registry. */
  scope: string;
  /** Host only. */
  host: string;
  path: string;
  line?: number;
}

/** All the evidence of one scan, merged: one component per ref, one server per identity. */
export interface Inventory {
  components: Component[];
  agents: Agent[];
  servers: McpServer[];
  tools: Tool[];
  credentials: CredentialRef[];
  skills: Skill[];
  models: AiModel[];
  /** What the accounts of clouds hold. Their agents are also among `agents`. */
  cloud: CloudResource[];
  /** What infrastructure code declares. The rules about clouds do not judge it. */
  infrastructure: CloudResource[];
  /** Container images that something of the inventory runs. */
  images: ContainerImage[];
  registries: RegistrySetting[];
  /** Names of the project's own members, never packages of a registry: `{ecosystem, name}`. */
  local: { ecosystem: string; name: string }[];
  collectors: CollectorOutcome[];
  issues: Issue[];
  /** The input of the AI detectors; never part of a report. */
  evidence: AiEvidence;
}

/** An inventory with nothing in it. */
export function emptyInventory(): Inventory {
  return {
    components: [],
    agents: [],
    servers: [],
    tools: [],
    credentials: [],
    skills: [],
    models: [],
    cloud: [],
    infrastructure: [],
    images: [],
    registries: [],
    local: [],
    collectors: [],
    issues: [],
    evidence: emptyAiEvidence(),
  };
}
