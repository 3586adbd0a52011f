import type { McpServer } from './agent.js';
import type { IacResource, InlineIgnore } from './iac.js';
import type { ImageEvidence } from './image-evidence.js';
import type { SecretSighting } from './secret.js';

/**
 * What the detectors judge besides packages: configuration, tool definitions, skills, model files and infrastructure code as they were
 * read, and sightings of secrets. It lives only in
 * memory between collecting and detecting; values in it may be secret, so nothing of it is ever written out.
 */
export interface AiEvidence {
  configs: ConfigFile[];
  toolSets: ToolSet[];
  bundles: SkillBundle[];
  modelFiles: ModelFile[];
  iac: IacResource[];
  /** Comments that set a rule aside for a place, of every format that has comments. */
  ignores: InlineIgnore[];
  secrets: SecretSighting[];
  /** Folders that were searched for secrets, and how many of their files. */
  searched: { path: string; files: number }[];
  images: ImageEvidence[];
}

/** An empty collection of AI evidence. */
export function emptyAiEvidence(): AiEvidence {
  return { configs: [], toolSets: [], bundles: [], modelFiles: [], iac: [], ignores: [], secrets: [], searched: [], images: [] };
}

/** A value and its place. `line` is 1-based; `pointer` is a JSON pointer into the document. */
export interface Placed<T = string> {
  value: T;
  line?: number;
  pointer?: string;
}

/** A value with the name it is given under: an environment variable, a header, a query parameter. */
export interface NamedValue extends Placed {
  name: string;
}

/** Who controls the file: anybody who may push to a project can change its files. */
export type ConfigScope = 'home' | 'project' | 'plugin' | 'managed';

/** One configuration file of one client (one per `project_key` where a file holds tables of several projects). */
export interface ConfigFile {
  client: string;
  /** As reports show it: `~/…` or relative to the project. */
  path: string;
  scope: ConfigScope;
  project_key?: string;
  /** For `image` of locations. */
  image?: string;
  servers: ConfiguredServer[];
  /** Settings about approvals, sandbox and addresses that are present in the file; `name` is the dotted key path. */
  settings: (Placed<unknown> & { name: string })[];
  /** Commands the file makes the client run besides servers. */
  commands: ConfiguredCommand[];
  /** Names that occur twice in one object, with the line of the later one. */
  duplicates: Placed[];
  /** POSIX mode bits of the file, where the system has them. */
  mode?: number;
  symlink?: boolean;
}

/** A hook, task, key helper or status line: a command a client runs by itself. */
export interface ConfiguredCommand extends Placed {
  kind: 'hook' | 'key-helper' | 'task-on-open' | 'status-line' | 'command-substitution';
  /** Name of the event, task or setting. */
  name: string;
}

/** One word of a command, and the index in `argv` of the argument with it: all words of a shell line are in one argument. */
export interface LaunchWord {
  text: string;
  index: number;
}

/** One command of a launch line: the line as written, then what each wrapper in it starts. */
export interface LaunchStep {
  /** Name of the program without folder and suffix, in lower case. */
  program: string;
  words: LaunchWord[];
}

/** What a launch line does, seen through its wrappers. */
export interface LaunchLine {
  /** Outermost first. */
  steps: LaunchStep[];
  /** `NAME=value` set on the line: `env A=b`, `docker -e A=b`. */
  assigned: { name: string; value: string; index: number }[];
  /** The package runner or container engine: `npx`, `uvx`, `docker`. */
  runner?: string;
  /** Where castellan stands before the server: the server's own command. */
  relayed?: string[];
}

/** One server as configured, with its values and their places beside the noun that reports show. */
export interface ConfiguredServer {
  server: McpServer;
  /** Place of the server's own key. */
  line?: number;
  pointer?: string;
  /** Program and arguments in order, as the file writes them, secrets included. */
  argv: Placed[];
  /** The command that these words start; absent if there is none. */
  launch?: LaunchLine;
  env: NamedValue[];
  headers: NamedValue[];
  url?: Placed;
  /** The container image, if a setting of its own names it instead of an argument. */
  image?: Placed;
  /** Tools that run unasked; `*` for all. */
  autoApprove: Placed[];
  /** Values that this client expands by running a command. */
  substitutions: Placed[];
}

/** Tool definitions of one server as `tools/list` gives them; unknown JSON until judged. */
export interface ToolSet {
  /** Ref of the server, or of the file where no server is known. */
  ref: string;
  server: string;
  /** File the definitions come from, as reports show it. */
  path: string;
  /** 1-based line of the record in a JSON Lines file. */
  line?: number;
  tools: unknown[];
  /** The approved definitions, when the source states them. */
  before?: unknown[];
  /** JSON pointer of `tools` within the record: `/tools`. */
  pointer: string;
  /** Instructions the server gives its agent. */
  instructions?: string;
}

export const bundleKinds = ['skill', 'instructions', 'rules', 'command', 'agent', 'prompt', 'hook'] as const;
export type BundleKind = (typeof bundleKinds)[number];

/** What a file of a bundle is, decided by reference edges and content, never by a folder's name. */
export type BundleRole = 'entry' | 'referenced' | 'script' | 'unreferenced' | 'data' | 'licence' | 'opaque';

export interface BundleFile {
  /** As reports show it. */
  path: string;
  /** Relative to the bundle's folder. */
  name: string;
  size: number;
  role: BundleRole;
  /** Decoded text; absent when the file is opaque or unread, and once the bundle was judged. */
  text?: string;
  /** Why nothing can be said about its content: `zip archive`, `Python bytecode`, `larger than 16 MiB`. */
  opaque?: string;
  /** True when the bundle runs it or tells the agent to. */
  executed?: boolean;
  /** True for data that another text of the bundle names. */
  named?: boolean;
}

/** A skill folder, or one instruction, rule, command or agent file. */
export interface SkillBundle {
  ref: string;
  path: string;
  kind: BundleKind;
  name: string;
  description: string;
  files: BundleFile[];
}

/** One thing a model scanner saw: which, where, and the exact words of the evidence. The rules decide what it means. */
export interface ModelObservation {
  /** Vocabulary of the rules in detect/models: `pickle.call`, `archive.traversal`, `template.escape`, … */
  kind: string;
  /** Members on the way to it, outermost first: `weights.zip` has `data.pkl` inside. */
  member?: string;
  /** Byte offset in the innermost member. */
  offset?: number;
  /** What a finding names: `os system`, a layer, an operator, a key, a member. */
  evidence: string;
  facts?: Readonly<Record<string, string | number | boolean>>;
}

export interface ModelFile {
  ref: string;
  path: string;
  size: number;
  /** Content's format, not the suffix's: `pickle`, `pytorch-zip`, `safetensors`, `gguf`, `onnx`, `keras-h5`, … */
  format: string;
  observations: ModelObservation[];
  /** Why it could not be judged whole: encrypted, truncated, a limit met, not a model. Non-empty: never safe. */
  unread: string[];
  /** True for a file that is named or suffixed as a model; false for a config or template beside one. */
  artifact: boolean;
}
