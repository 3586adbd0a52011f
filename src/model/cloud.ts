/** The clouds that can be connected; the service's API and the program's commands take their names from here. */
export const cloudProviders = ['aws', 'azure', 'gcp', 'snowflake'] as const;
export type CloudProviderId = (typeof cloudProviders)[number];

/** Where one account is, and the read-only role it is read with: names of roles and identities, never keys. */
export interface CloudConnection {
  provider: CloudProviderId;
  /** The provider's own name for what is read: account number, subscription, project, account locator. */
  account: string;
  /** As `cloudConfigurations` of the API describes it for the provider. */
  configuration: Readonly<Record<string, unknown>>;
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

/** One thing that an account holds, as the provider's API described it. It never holds a value of an environment variable, a tag or a secret. */
export interface CloudResource {
  /** Identity in reports and graph: `cloud:<provider>:<native id in lower case where the provider ignores case>`. */
  ref: string;
  provider: CloudProviderId;
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
  /** For roles: what they may do with what. `to` is a ref, or `*` for everything of the account. */
  reaches: { to: string; access: CloudAccessLevel }[];
  /** References of container images, as written. */
  images: string[];
  /** Names of environment variables. */
  env_names: string[];
  /** Names of those whose value is written out in the configuration, not taken from a store of secrets. */
  literal_env_names: string[];
  /** What rules ask besides, by the names that the rules of `detect/cloud` read. `null`: it could not be told. */
  facts: Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
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
