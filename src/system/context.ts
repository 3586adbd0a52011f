import type { MirroredRegistry, RegistryAccount } from '../model/registry-account.js';
import type { AdvisoryAccess, ScanEvent } from '../model/request.js';
import type { Secret } from '../support/redact.js';
import type { Fetch } from './fetch.js';
import type { Files } from './files.js';
import type { GitHistory } from './git/history.js';
import type { GitTrees } from './git/trees.js';
import type { Http } from './http.js';
import type { IntrospectionAccess } from './introspection-access.js';
import type { LayerStore } from './layer-store.js';
import type { Log } from './log.js';
import type { Outside } from './outside.js';
import type { Processes } from './processes.js';
import type { SocketGet } from './socket-http.js';

/** Access to the OSV API, for ecosystems that the local database lacks. */
export interface Online {
  http: Http;
  baseUrl: string;
  /** File that keeps answers. */
  cachePath: string;
}

/** How clouds are reached. */
export interface CloudDoor {
  fetch: Fetch;
  /** For addresses of the machine itself, which are never asked through a proxy. */
  directFetch: Fetch;
  environment: Readonly<Record<string, string | undefined>>;
  /** Whose identity counts: that of a deployment, or also that of a person. */
  identity: 'service' | 'developer';
  /** File that keeps finished parts, so that a second attempt reads only the rest. */
  finishedPath?: string;
}

/** A language model that is asked about doubtful texts, behind an OpenAI-compatible address. */
export interface JudgeDoor {
  http: Http;
  /** Address of its chat completions. */
  url: string;
  model: string;
  /** Value of the `Authorization` header. */
  authorization?: Secret;
  /** Folder that keeps answers. */
  cacheFolder: string;
}

/** User and password for one registry. */
export interface RegistrySignIn {
  /** As references of images write it. */
  host: string;
  user: string;
  password: Secret;
}

/** How images of registries, pipes and engines are reached. */
export interface ImageDoor {
  /** Absent: no connection may be opened. */
  fetch?: Fetch;
  processes: Processes;
  /** Where files with credentials are read; absent: where the scan reads. */
  files?: Files;
  /** The environment of credential helpers; it names the files with credentials. */
  environment: Readonly<Record<string, string>>;
  home: string;
  /** Absent: `fetch` itself reaches no further than it may. */
  outside?: Outside;
  /** Who the user says that reads a registry; docker's own files are not read for it. */
  signIn?: RegistrySignIn | undefined;
  /** Hosts of registries that speak http without TLS. */
  plainHosts?: readonly string[];
  /** Places that are asked instead of registries. Rejects with UsageError for a configuration that cannot be understood. */
  mirrors?(): Promise<readonly MirroredRegistry[]>;
  /** Who reads registries, by host, where a configuration says so. Docker's own files are not read then. */
  accounts?: readonly RegistryAccount[];
  stdin?(): AsyncIterable<Uint8Array>;
  /** What layers told in earlier scans. Absent: each scan reads them anew. */
  layers?(): Promise<LayerStore | undefined>;
  /** Asks container engines on this machine. Absent: nobody may. */
  engine?: SocketGet;
}

/** The user whose AI client configurations may be read; a context without it opens nothing outside the targets. */
export interface UserSystem {
  os: 'darwin' | 'linux' | 'win32';
  home: string;
  /** Variables that move a client's folder. */
  environment: Readonly<Record<string, string>>;
}

/** Everything that a scan may use. A scan cannot do what its context lacks: `--offline` is a context without `online`. */
export interface Context {
  files: Files;
  user?: UserSystem;
  introspection?: IntrospectionAccess;
  online?: Online;
  /** Reads the history of a repository with the git program; absent where no program may be started. */
  history?: GitHistory;
  /** Reads committed files with the git program; absent where no program may be started. */
  trees?: GitTrees;
  cloud?: CloudDoor;
  images?: ImageDoor;
  judge?: JudgeDoor;
  /** Milliseconds since the epoch; honours SOURCE_DATE_EPOCH. */
  clock(): number;
  log: Log;
  emit(event: ScanEvent): void;
  signal: AbortSignal;
  advisories: AdvisoryAccess;
}
