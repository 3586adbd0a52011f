/** The clouds that can be connected; the service's API and the program's commands take their names from here. */
export const cloudProviders = ['aws', 'azure', 'gcp', 'snowflake'] as const;
export type CloudProviderId = (typeof cloudProviders)[number];

/** Where a thing of an estate runs: a cloud, or what infrastructure code is applied to. */
export const estateProviders = [...cloudProviders, 'compose', 'kubernetes'] as const;
export type EstateProvider = (typeof estateProviders)[number];

/** Where one account is, and the read-only role it is read with: names of roles and identities, never keys. */
export interface CloudConnection {
  provider: CloudProviderId;
  /** The provider's own name for what is read: account number, subscription, project, account locator. */
  account: string;
  /** As `cloudConfigurations` of the API describes it for the provider. */
  configuration: Readonly<Record<string, unknown>>;
  /** Absent: everything is read. */
  only?: CloudNarrowing;
}

/** The part of an account that is read: these readers of its provider, and of a warehouse one database, as SQL names it. */
export interface CloudNarrowing {
  readers: readonly string[];
  dataset?: string;
}

/** `aws:123456789012`; the provider alone where the session decides which account is read. */
export function connectionName({ provider, account }: { provider: EstateProvider; account: string }): string {
  return account === '' ? provider : `${provider}:${account}`;
}

/**
 * What a thing of a cloud is, whatever the provider calls it. `agent`: an agent that the cloud runs. `service`: runs code or answers
 * questions (function, container, virtual notebook, model endpoint). `entrance`: a way in from a network (load balancer, gateway,
 * function address). `role`: an identity that services assume. `data`: what is worth stealing (object store, secret, knowledge base,
 * table). `model`: a model that services ask. `image`: an image in a registry. `control`: a protection of an account or region
 * (logging, guardrail).
 */
export const cloudResourceKinds = ['agent', 'service', 'entrance', 'role', 'data', 'model', 'image', 'control'] as const;
export type CloudResourceKind = (typeof cloudResourceKinds)[number];

/** `unknown`: the API did not say, or we were not allowed to ask. It counts neither as yes nor as no. */
export type CloudAnswer = 'yes' | 'no' | 'unknown';

/** How a role can reach something, weakest first. */
export const cloudAccessLevels = ['read', 'write', 'admin'] as const;
export type CloudAccessLevel = (typeof cloudAccessLevels)[number];

/**
 * What the rules of `detect/cloud` ask of a resource besides. Absent: the question makes no sense for it. `null`: it could not be told.
 * A new question is one line here, so that every cloud and every rule spells it alike.
 */
export interface CloudFacts {
  /** A filter of prompts and answers is applied. */
  guardrail?: boolean | null;
  /** Calls, or reads of data, are recorded. */
  logged?: boolean | null;
  encrypted?: boolean | null;
  /** Only encrypted connections are taken. */
  tls_only?: boolean | null;
  /** Callers may sign in with a key or password that does not end by itself. */
  static_credentials?: boolean | null;
  /** Only named networks reach it. */
  network_restricted?: boolean | null;
  /** It can call any address of the internet. */
  internet_access?: boolean | null;
  /** Its user is an administrator of its own machine. */
  root?: boolean | null;
  /** A container with the rights of its host. */
  privileged?: boolean | null;
  /** Role: it may do everything. */
  administrator?: boolean | null;
  /** Role: somebody outside of the account (or organization) may assume it. */
  assumed_by_outsiders?: boolean | null;
  /** Role: outsiders must state an agreed external id. */
  external_id_required?: boolean | null;
  /** Somebody outside of the account may write to it. */
  written_by_outsiders?: boolean | null;
  /** Accounts that it is shared with, as the provider names them. */
  shared_with?: readonly string[] | null;
  holds_models?: boolean | null;
  /** It is what agents look things up in. */
  holds_knowledge?: boolean | null;
  holds_secrets?: boolean | null;
  /** Credentials are written into its configuration. */
  written_credentials?: boolean | null;
  /** Earlier versions of its contents are kept. */
  versioned?: boolean | null;
  /** Tags of images can be moved to other images. */
  mutable_tags?: boolean | null;
  /** Models that can be asked are limited to a list. */
  models_restricted?: boolean | null;
  /** Everybody of the account may ask models. */
  everybody_asks_models?: boolean | null;
  /** Prompts may be answered in other regions. */
  other_regions?: boolean | null;
  /** It speaks MCP. */
  mcp?: boolean | null;
  /** Model that it asks, as the provider names it. */
  model?: string | null;
  /** Names of its tools, sorted. */
  tools?: readonly string[] | null;
  /** Host or bucket outside of the account that it reads from. */
  outside_location?: string | null;
}

/**
 * One thing that an account holds, as the provider's API described it, or one that infrastructure code declares. It never holds a value of
 * an environment variable, a tag or a secret.
 */
export interface CloudResource {
  /** Identity in reports and graph: `cloud:<provider>:<native id in lower case where the provider ignores case>`, `iac:<path>#<address>`. */
  ref: string;
  provider: EstateProvider;
  /** Of infrastructure code its root: a compose file, a chart, a Terraform root. */
  account: string;
  /** `global` where the provider has no region for it. */
  region: string;
  kind: CloudResourceKind;
  /** The provider's own name of the type: `AWS::Lambda::Function`, `Microsoft.Web/sites`, `run.googleapis.com/Service`. */
  type: string;
  /** The provider's own id: ARN, resource id, full resource name. */
  native_id: string;
  name: string;
  /** Can it be called from the internet? */
  public: CloudAnswer;
  /** Must a caller prove who it is? */
  authenticated: CloudAnswer;
  /** Refs of the roles it runs as. */
  runs_as: string[];
  /** Refs of what it calls, asks, stores in, or leads to. */
  uses: string[];
  /** For roles: what they may do with what. `to` is a ref in which each `*` stands for any text; `*` alone is everything of the account. */
  reaches: { to: string; access: CloudAccessLevel }[];
  /** References of container images, as written. */
  images: string[];
  /** Names of environment variables. */
  env_names: string[];
  /** Names of those whose value is written out in the configuration, not taken from a store of secrets. */
  literal_env_names: string[];
  facts: CloudFacts;
}

/** True for the ref of something in a cloud, or of what infrastructure code declares. */
export function isCloudRef(ref: string): boolean {
  return ref.startsWith('cloud:') || isDeclaredRef(ref);
}

/** True for the ref of what infrastructure code declares. */
export function isDeclaredRef(ref: string): boolean {
  return ref.startsWith('iac:');
}

/** One permission that was tried, to see whether a connection is read-only. */
export interface TriedPermission {
  permission: string;
  /** `granted` proves that a writing permission is there, `denied` that it is not. */
  answer: 'granted' | 'denied' | 'unknown';
}

/** What was proven of a connection. `proven`: every writing permission tried was denied; `violated`: one was granted. */
export interface CloudProof {
  /** Whom the cloud takes the connection for: an ARN, object id, e-mail of a service account, user and role. */
  identity: string;
  read_only: 'proven' | 'unproven' | 'violated';
  tried: TriedPermission[];
  /** Why nothing more is proven, one sentence; absent if `read_only` is `proven`. */
  reason?: string;
}
