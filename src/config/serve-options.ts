import type { MirroredRegistry, RegistryAccount } from '../model/registry-account.js';
import type { Role } from '../model/role.js';

/** How `serve` runs, read from flags, environment and castellan.yaml by the command line. */
export interface ServeOptions {
  host: string;
  /** 0: any free one. */
  port: number;
  /** `postgres://…`; absent: the embedded database in the data folder. */
  databaseUrl?: string;
  /** Holds the embedded database, the audit key and the evidence. */
  dataFolder: string;
  auditKeyFile?: string;
  /** Stores the bytes of evidence here instead of in the data folder. */
  evidenceBucket?: BucketPlace;
  /** Bytes of a JSON body. */
  maxBodyBytes: number;
  /** Milliseconds in which a request must have arrived completely. Default 30 000. */
  requestTimeoutMs?: number;
  /** Milliseconds without an event after which a stream sends a heartbeat and checks its credential again. Default 15 000. */
  keepAliveMs?: number;
  hstsPreload: boolean;
  /** Whether links that this server's operator has made sign in once, on this machine. */
  signInLinks?: boolean;
  /** Whether programs of this machine read `/metrics` without a credential. */
  metricsOnLoopback?: boolean;
  /** Bearer token with which the operator's monitoring reads `/metrics`. */
  metricsToken?: string;
  /** A log line for every request. */
  accessLog?: boolean;
  /** The folders in which `scan.repo` paths, configurations and artifacts must be. */
  scanRoots: readonly string[];
  /** Hosts, `*.domains`, addresses and ranges of the internal network that the service may connect to. */
  outboundAllow?: readonly string[];
  /** Registries of container images that sources may read. */
  registries?: readonly RegistryAccount[];
  /** Places that are asked for images instead of registries. */
  registryMirrors?: readonly MirroredRegistry[];
  /** Number of worker processes; with 0 this process accepts jobs but runs none. */
  workers: number;
  /** Days until finished jobs are removed, and further days until the bytes of their evidence are. */
  retention: { jobDays: number; evidenceDays: number };
  advisoryDatabase: string;
  offline: boolean;
  /** True: the service makes a tenant that a proxy or provider names when its first user comes. Otherwise the operator makes tenants. */
  tenantsOnFirstUse?: boolean;
  trustedProxy?: { secret: string; peers: readonly string[] };
  oidc?: OidcOptions;
  saml?: SamlOptions;
  /** Address users reach the service at, for sign-in redirects and links in tickets: `https://castellan.example.com`. */
  publicUrl?: string;
  /** The collector that gets traces and metrics; absent: nothing of them is loaded. */
  telemetry?: TelemetryPlace;
  /** Requests a minute, if other than the defaults in limits/rate-limits.ts. */
  rateLimits?: Partial<Readonly<Record<RateClass, number>>>;
  /** The environment variables that configure connectors and delivery. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** Where traces and metrics go. */
export interface TelemetryPlace {
  /** The collector's address without `/v1/traces`. */
  base: string;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Milliseconds between two sendings of metrics. */
  intervalMs: number;
  /** Of the resource, besides name and version. */
  attributes: Readonly<Record<string, string>>;
}

/** A bucket with the protocol of S3, and the prefix of its keys (no slash at either end; may be empty). */
export interface BucketPlace {
  bucket: string;
  prefix: string;
}

/** Limits of requests: reads, all other requests, sign-ins, and refused credentials. */
export type RateClass = 'read' | 'write' | 'session' | 'refused';

/** These tables alone turn a token's claims into tenant and role. */
export interface ClaimMapping {
  tenantClaim: string;
  roleClaim: string;
  /** Claim value → tenant id; absent: the value is the tenant id. */
  tenants?: Readonly<Record<string, string>>;
  roles: Readonly<Record<string, Role>>;
}

export interface OidcOptions extends ClaimMapping {
  issuer: string;
  audience: string;
  /** Only for the browser's sign-in. */
  clientId?: string;
  clientSecret?: string;
}

export interface SamlOptions extends ClaimMapping {
  entryPoint: string;
  issuer: string;
  audience: string;
  /** PEM of the identity provider's certificates. */
  certificates: readonly string[];
}
