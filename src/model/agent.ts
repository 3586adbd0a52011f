/** Where in an image that was read a thing lies. */
export interface InImage {
  /** The image's reference. */
  image: string;
  /** Index into the image's `layers`; absent where several layers made what is meant. */
  layer?: number;
  /** Whether the base brought it. Null: it could not be told. */
  in_base: boolean | null;
}

/** A thing that folders and images have. */
interface Contained {
  /** Absent: it is in no image. `path` otherwise starts at the root of the image, without `/`. */
  in_image?: InImage;
}

/** An AI client installation or project that runs MCP servers. */
export interface Agent extends Contained {
  ref: string;
  client: string;
  path: string;
  project_key?: string;
  servers: string[];
}

/** The package a server's command would fetch. `version` is exact or null; `floating` when it may change by itself. */
export interface ServerPackage {
  ecosystem: string;
  name: string;
  version: string | null;
  floating: boolean;
}

/** One MCP server as configured. Names of variables and headers only; values never enter the model. */
export interface McpServer extends Contained {
  ref: string;
  name: string;
  client: string;
  path: string;
  line?: number;
  /** `extension`: started by an editor extension; nothing to run is known. */
  transport: 'stdio' | 'http' | 'sse' | 'extension' | 'unknown';
  command: string | null;
  args: string[];
  url: string | null;
  env_names: string[];
  header_names: string[];
  env_file?: string;
  disabled: boolean;
  disabled_in?: string;
  package?: ServerPackage;
  image?: string;
  local_path?: string;
  auto_approve: string[];
  /** Refs of the components that run inside this server. */
  components: string[];
}

/** What a tool can do to the world outside. */
export const capabilities = [
  'read',
  'write',
  'execute',
  'network',
  'secrets',
  'destructive',
  'private_data',
  'untrusted_content',
  'external_communication',
] as const;
export type Capability = (typeof capabilities)[number];

export interface Tool {
  ref: string;
  /** Ref of the server that offers it. */
  server: string;
  name: string;
  capabilities: Capability[];
  /** SHA-256 of the canonical definition. */
  hash: string;
}

/** The name of a credential and who holds it. */
export interface CredentialRef {
  ref: string;
  name: string;
  kind: 'env' | 'header' | 'env_file' | 'input' | 'keychain' | 'file';
  servers: string[];
}

export interface Skill extends Contained {
  ref: string;
  path: string;
  kind: string;
  verdict: 'benign' | 'suspicious' | 'malicious';
  /** Refs of the agents that follow it. */
  agents?: string[];
  /** Refs of the packages its scripts and texts install. */
  components?: string[];
}

export interface AiModel extends Contained {
  ref: string;
  path: string;
  format: string;
  verdict: 'safe' | 'suspicious' | 'unsafe' | 'unknown';
  signature: 'verified' | 'invalid' | 'present' | 'missing' | 'not_checked';
}
