import type { McpServer } from '../../../model/agent.js';
import type { ConfigScope } from '../../../model/ai-evidence.js';
import type { ConfigNode } from '../config/config-node.js';

export const systems = ['darwin', 'linux', 'win32'] as const;
/** Operating systems by Node's names. */
export type System = (typeof systems)[number];

/**
 * Globs for each system: `~/…` below the home folder, `%APPDATA%/…` and `%LOCALAPPDATA%/…` below its Windows folders,
 * others from the root of the machine. `*` matches one name or a part of it, `**` any folders.
 */
export type PathsBySystem = Readonly<Record<System, readonly string[]>>;

/** Where a document holds servers: keys from the root, `*` for any key; none for the document itself. */
export interface ServerLocation {
  at: readonly string[];
  /** The transport of all servers at this place, if the place determines it. */
  transport?: McpServer['transport'];
  /** The place holds a single server instead of a map or list; this key of the document has its name. */
  single?: string;
}

/**
 * A client's spelling of a server's fields: for each of our names the dotted key paths to try in turn. Fields that a
 * client leaves out are spelt as in `standardFields`.
 */
export interface FieldSpelling {
  command: readonly string[];
  args: readonly string[];
  env: readonly string[];
  envFile: readonly string[];
  /** Names of variables that are passed on, without values. */
  envNames: readonly string[];
  url: readonly string[];
  headers: readonly string[];
  /** From header name to the name of the variable with its value. */
  headersFromEnv: readonly string[];
  /** Name of the variable that holds the bearer token. */
  bearerFromEnv: readonly string[];
  /** A literal key that is sent in the header `Authorization`. */
  apiKey: readonly string[];
  type: readonly string[];
  name: readonly string[];
  /** The server is disabled when this is true. */
  disabled: readonly string[];
  /** The server is disabled when this is false. */
  enabled: readonly string[];
  /** Tools that run without approval: a list, or true for all. */
  autoApprove: readonly string[];
  /** When true, everything runs without approval. */
  trust: readonly string[];
}

/** The spelling that most clients share. */
export const standardFields: FieldSpelling = {
  command: ['command'],
  args: ['args'],
  env: ['env'],
  envFile: [],
  envNames: [],
  url: ['url'],
  headers: ['headers'],
  headersFromEnv: [],
  bearerFromEnv: [],
  apiKey: [],
  type: ['type', 'transport'],
  name: ['name'],
  disabled: [],
  enabled: [],
  autoApprove: [],
  trust: [],
};

/** Keys with commands that the client runs automatically. */
export interface CommandKeys {
  /** Maps from event to hooks. */
  hooks?: readonly string[];
  /** Commands that print a key, headers or credentials. */
  helpers?: readonly string[];
  statusLine?: readonly string[];
  /** Commands that run when a folder or container is opened. */
  onOpen?: readonly string[];
}

/** Files beside those with servers that configure approvals or run commands. */
export interface CompanionFiles {
  paths: PathsBySystem;
  project: readonly string[];
}

/** A list of servers that a document disables. */
export interface SwitchList {
  /** Dotted key path of the list; `*` matches any key of a table of projects. */
  at: string;
  /** A file in the same folder as the servers' own file; absent: that file itself. */
  file?: string;
  /** Clients whose servers it disables; absent: its own. */
  of?: string;
  /** True when the list names the servers that stay enabled. */
  allows?: true;
}

/**
 * One AI client, or one surface of it: where its configuration is and how to read it. It is data, except for unusual
 * forms.
 */
export interface AiClient {
  /** Stable id, shown in reports. */
  readonly id: string;
  readonly title: string;
  /**
   * Confidence in this description. High: two sources or the client's own documentation agree. Medium: one good source.
   * Low: hearsay.
   */
  readonly confidence: 'high' | 'medium' | 'low';
  readonly paths: PathsBySystem;
  /** Globs below a project's root. */
  readonly project: readonly string[];
  readonly servers: readonly ServerLocation[];
  readonly fields?: Partial<FieldSpelling>;
  /** Address fields that mean server-sent events unless the type says otherwise. */
  readonly sseFields?: readonly string[];
  readonly json5?: true;
  /**
   * A file of this client is listed only when it holds servers, because others use its name or it has another main
   * purpose.
   */
  readonly listed?: 'with-servers';
  /** Who controls its files, if the folder does not tell. */
  readonly scope?: ConfigScope;
  /** Decides whether a file that several clients could own belongs to this one. */
  readonly claims?: (root: ConfigNode, path: string) => boolean;
  /** Files that define servers in a form we cannot read; each one that contains the text `holds` becomes an issue. */
  readonly unsupported?: CompanionFiles & { holds?: string };
  /** A map from project root to a table; each project's servers become an agent of their own. */
  readonly projectTables?: string;
  /** An entry with only a switch enables or disables a server of another layer. */
  readonly toggles?: true;
  /** A text in place of a server names a server that is defined elsewhere. */
  readonly references?: true;
  /** The file only names servers; files below its folder define them, under this key. */
  readonly indirect?: { definitions: string; at: string };
  readonly switches?: readonly SwitchList[];
  /** Types of entries that are not servers. */
  readonly ignoredTypes?: readonly string[];
  /** Types of entries that an extension of the editor starts. */
  readonly extensionTypes?: readonly string[];
  /** Key of the approved tools in agent files, written as `@server/tool`. */
  readonly approvals?: string;
  /** Matches values in which the client itself runs a command. */
  readonly substitution?: RegExp;
  /** Files of the same folder whose server entries add to these. */
  readonly overlays?: readonly { file: string; overlay: string }[];
  /** Dotted keys of settings about approvals, sandbox and addresses; everything below them is read. */
  readonly settings?: readonly string[];
  readonly commands?: CommandKeys;
  readonly companions?: CompanionFiles;
  /** The environment variable that moves a folder: `CODEX_HOME` moves `~/.codex`. */
  readonly moved?: { variable: string; folder: string };
  /**
   * Globs of rules, memories, skills, commands and agent files that the client reads: `~/…` for home, else below a
   * project.
   */
  readonly instructions: readonly string[];
}

/** No files on any system. */
export const nowhere: PathsBySystem = { darwin: [], linux: [], win32: [] };

/** The same paths below the home folder on each system: `everywhere('.cursor/mcp.json')`. */
export function everywhere(...paths: string[]): PathsBySystem {
  const below = paths.map((path) => `~/${path}`);
  return { darwin: below, linux: below, win32: below };
}

/** Paths below each system's folder of application data: Application Support, `~/.config`, `%APPDATA%`. */
export function applicationData(...paths: string[]): PathsBySystem {
  return {
    darwin: paths.map((path) => `~/Library/Application Support/${path}`),
    linux: paths.map((path) => `~/.config/${path}`),
    win32: paths.map((path) => `%APPDATA%/${path}`),
  };
}

/** Joins the paths of several families. */
export function places(...parts: PathsBySystem[]): PathsBySystem {
  const all = (system: System) => parts.flatMap((part) => part[system]);
  return { darwin: all('darwin'), linux: all('linux'), win32: all('win32') };
}
