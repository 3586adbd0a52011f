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
  /** Where the bytes of evidence go in place of the data folder. */
  evidenceBucket?: BucketPlace;
  /** Bytes of a JSON body. */
  maxBodyBytes: number;
  /** Milliseconds a request may take to come in whole; 30 000 where absent. */
  requestTimeoutMs?: number;
  /** Milliseconds of silence before an event stream says that it is there, and asks whether it may still be; 15 000 where absent. */
  keepAliveMs?: number;
  hstsPreload: boolean;
  /** Whether programs of this machine read `/metrics` without a credential. */
  metricsOnLoopback?: boolean;
  /** What the operator's monitoring shows as bearer token to read `/metrics`. */
  metricsToken?: string;
  /** A log line for every request. */
  accessLog?: boolean;
  /** Folders that `scan.repo` paths, configurations and artifacts must lie in. */
  scanRoots: readonly string[];
  /** Hosts, `*.domains`, addresses and ranges inside that may be connected to. */
  outboundAllow?: readonly string[];
  /** Worker processes; 0: this process takes jobs in but runs none. */
  workers: number;
  /** Days finished jobs stay, and days the bytes of their evidence stay after that. */
  retention: { jobDays: number; evidenceDays: number };
  advisoryDatabase: string;
  offline: boolean;
  /** Whether a tenant that a proxy or provider names is made when its first user comes; else the operator makes it. */
  tenantsOnFirstUse?: boolean;
  trustedProxy?: { secret: string; peers: readonly string[] };
  oidc?: OidcOptions;
  saml?: SamlOptions;
  /** Address users reach the service at, for sign-in redirects: `https://castellan.example.com`. */
  publicUrl?: string;
  /** Requests a minute, where they are not the defaults of limits/rate-limits.ts. */
  rateLimits?: Partial<Readonly<Record<RateClass, number>>>;
  /** Environment variables a server-side connector configuration may name. */
  environment: Readonly<Record<string, string | undefined>>;
}

/** A bucket that speaks the protocol of S3, and what its keys begin with (no slash at either end; empty for nothing). */
export interface BucketPlace {
  bucket: string;
  prefix: string;
}

/** What requests draw from: reads, all else, sign-ins, and credentials that were refused. */
export type RateClass = 'read' | 'write' | 'session' | 'refused';

/** A token's claims become tenant and role by these tables alone. */
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
