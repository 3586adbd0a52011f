import type { McpServer } from '../../../model/agent.js';
import type { ConfigScope } from '../../../model/ai-evidence.js';
import type { ConfigNode } from '../config/config-node.js';

export const systems = ['darwin', 'linux', 'win32'] as const;
/** Operating systems by Node's names. */
export type System = (typeof systems)[number];

/**
 * Globs per system: `~/…` below the home folder, `%APPDATA%/…` and `%LOCALAPPDATA%/…` below its Windows folders, anything
 * else a place of the whole machine. `*` stands for one name or a part of it, `**` for any folders.
 */
export type PathsBySystem = Readonly<Record<System, readonly string[]>>;

/** Where servers stand in a document: keys from the root, `*` for any; none for the document itself. */
export interface ServerLocation {
  at: readonly string[];
  /** What all servers of this place speak, where the place says so and not the entry. */
  transport?: McpServer['transport'];
  /** The place holds one server, not a map or list of them; its name stands under this key of the document. */
  single?: string;
}

/**
 * How a client spells what a server has: for each of our names the dotted key paths to try in turn. What a client leaves out
 * is spelt as in `standardFields`.
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
  /** Header name → name of the variable that holds its value. */
  headersFromEnv: readonly string[];
  /** Name of the variable that holds the bearer token. */
  bearerFromEnv: readonly string[];
  /** A literal key that is sent as `Authorization`. */
  apiKey: readonly string[];
  type: readonly string[];
  name: readonly string[];
  /** On when true. */
  disabled: readonly string[];
  /** Off when false. */
  enabled: readonly string[];
  /** Tools that run unasked: a list, or true for all. */
  autoApprove: readonly string[];
  /** True: everything runs unasked. */
  trust: readonly string[];
}

/** The spelling most clients share. */
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

/** Keys under which a file names commands its client runs by itself. */
export interface CommandKeys {
  /** Maps of event → hooks. */
  hooks?: readonly string[];
  /** Commands that print a key, headers or credentials. */
  helpers?: readonly string[];
  statusLine?: readonly string[];
  /** Commands that run when a folder or container is opened. */
  onOpen?: readonly string[];
}

/** Files beside the servers' own that decide about approvals or run commands. */
export interface CompanionFiles {
  paths: PathsBySystem;
  project: readonly string[];
}

/** Names of servers that a document switches off. */
export interface SwitchList {
  /** Dotted key path of the list; `*` stands for the key of a table of projects. */
  at: string;
  /** File beside the servers' own, in the same folder; absent: the servers' own file. */
  file?: string;
  /** Clients whose servers it switches; absent: its own. */
  of?: string;
  /** True: the list names what stays on. */
  allows?: true;
}

/** One AI client, or one surface of it: where its configuration lies and how to read it. Data, but for the odd forms. */
export interface AiClient {
  /** Stable; reports show it. */
  readonly id: string;
  readonly title: string;
  /** High: two sources or the client's own agree. Medium: one good source. Low: hearsay. */
  readonly confidence: 'high' | 'medium' | 'low';
  readonly paths: PathsBySystem;
  /** Globs below a project's root. */
  readonly project: readonly string[];
  readonly servers: readonly ServerLocation[];
  readonly fields?: Partial<FieldSpelling>;
  /** Address fields that mean server-sent events unless the type says otherwise. */
  readonly sseFields?: readonly string[];
  readonly json5?: true;
  /** A file of this client is listed only when it holds servers: its name is used by others, or it is rather something else. */
  readonly listed?: 'with-servers';
  /** Whose word its files are, where the folder does not tell. */
  readonly scope?: ConfigScope;
  /** A file that several clients could own is this client's only when this holds. */
  readonly claims?: (root: ConfigNode, path: string) => boolean;
  /** Files that define servers in a form we don't read; an issue is raised for each that holds the text. */
  readonly unsupported?: CompanionFiles & { holds?: string };
  /** Keys of a map are project roots, and each project's servers are an agent of their own. */
  readonly projectTables?: string;
  /** An entry with an off switch only is a toggle for a server of another layer. */
  readonly toggles?: true;
  /** A text in place of a server names one that is defined elsewhere. */
  readonly references?: true;
  /** The file only names servers; files below its folder define them, under this key. */
  readonly indirect?: { definitions: string; at: string };
  readonly switches?: readonly SwitchList[];
  /** Types of entries that are no servers one could name. */
  readonly ignoredTypes?: readonly string[];
  /** Types of entries that an extension of the editor starts. */
  readonly extensionTypes?: readonly string[];
  /** Agent files list approved tools as `@server/tool` beside the servers. */
  readonly approvals?: string;
  /** Values in which the client itself runs a command. */
  readonly substitution?: RegExp;
  /** Files of the same folder whose server entries add to these. */
  readonly overlays?: readonly { file: string; overlay: string }[];
  /** Dotted keys of settings about approvals, sandbox and addresses; all below them is taken. */
  readonly settings?: readonly string[];
  readonly commands?: CommandKeys;
  readonly companions?: CompanionFiles;
  /** Variable of the environment that moves a folder: `CODEX_HOME` moves `~/.codex`. */
  readonly moved?: { variable: string; folder: string };
  /** Rules, memories, skills, commands and agent files the client reads: globs, `~/…` for home, else below a project. */
  readonly instructions: readonly string[];
}

/** No file on any system. */
export const nowhere: PathsBySystem = { darwin: [], linux: [], win32: [] };

/** The same places below the home folder on each system: `everywhere('.cursor/mcp.json')`. */
export function everywhere(...paths: string[]): PathsBySystem {
  const below = paths.map((path) => `~/${path}`);
  return { darwin: below, linux: below, win32: below };
}

/** The folder of application data each system has: Application Support, `~/.config`, `%APPDATA%`. */
export function applicationData(...paths: string[]): PathsBySystem {
  return {
    darwin: paths.map((path) => `~/Library/Application Support/${path}`),
    linux: paths.map((path) => `~/.config/${path}`),
    win32: paths.map((path) => `%APPDATA%/${path}`),
  };
}

/** Joins the places of several families. */
export function places(...parts: PathsBySystem[]): PathsBySystem {
  const all = (system: System) => parts.flatMap((part) => part[system]);
  return { darwin: all('darwin'), linux: all('linux'), win32: all('win32') };
}
