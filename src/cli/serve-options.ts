import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { refuseIdle } from '../config/needs.js';
import { placeOf, type SettingSources } from '../config/resolve.js';
import type { BucketPlace, ClaimMapping, OidcOptions, SamlOptions, ServeOptions } from '../config/serve-options.js';
import type { Settings } from '../config/settings.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { OutboundPolicy } from '../system/outbound-policy.js';
import { pathsOf } from './open-context.js';

export interface ServeSurroundings {
  environment: NodeJS.ProcessEnv;
  cwd: string;
  /** As they were typed, to name the one whose value is wrong. */
  flags?: SettingSources['flags'];
}

/** The settings of `serve`, checked. Throws UsageError naming the variable that is wrong, OperationalError for one that is missing. */
export function serveOptions(settings: Settings, { environment, cwd, flags = {} }: ServeSurroundings): ServeOptions {
  refuseIdle('serve', settings);
  const paths = pathsOf(settings, environment);
  const read = (path: string) => readSecret(resolve(cwd, path));
  const databaseUrl = databaseUrlOf(settings, cwd);
  const metricsToken = metricsTokenOf(settings, read);
  const trustedProxy = proxyOf(settings, read);
  const oidc = oidcOf(settings, read);
  const saml = samlOf(settings, read);
  return {
    host: settings.host?.replace(/^\[(.*)\]$/, '$1') ?? '127.0.0.1',
    port: settings.port ?? 8422,
    dataFolder: resolve(cwd, paths.data),
    advisoryDatabase: resolve(cwd, paths.database),
    maxBodyBytes: settings.maxBodyBytes,
    rateLimits: {
      read: settings.readRate,
      write: settings.writeRate,
    },
    tenantsOnFirstUse: settings.tenantsOnFirstUse,
    hstsPreload: settings.hstsPreload,
    metricsOnLoopback: settings.metricsOnLoopback,
    accessLog: !settings.quiet,
    scanRoots: settings.scanRoots.map((folder) => folderAt(resolve(cwd, folder), placeOf('scanRoots', { flags, environment }))),
    outboundAllow: new OutboundPolicy(settings.outboundAllow).allow,
    workers: settings.workers,
    retention: {
      jobDays: settings.jobDays,
      evidenceDays: settings.evidenceDays,
    },
    offline: settings.offline,
    environment,
    ...(databaseUrl !== undefined && { databaseUrl }),
    ...(metricsToken !== undefined && { metricsToken }),
    ...(settings.evidenceBucket !== undefined && { evidenceBucket: bucketOf(settings.evidenceBucket) }),
    ...(settings.auditKeyFile !== undefined && { auditKeyFile: resolve(cwd, settings.auditKeyFile) }),
    ...(settings.publicUrl !== undefined && { publicUrl: publicUrl(settings.publicUrl) }),
    ...(trustedProxy && { trustedProxy }),
    ...(oidc && { oidc }),
    ...(saml && { saml }),
  };
}

function oidcOf(settings: Settings, read: (path: string) => string): OidcOptions | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecretFile: secretFile } = settings;
  if (issuer === undefined) return undefined;
  return {
    issuer,
    audience: need(settings.oidcAudience, 'SERVICE_OIDC_AUDIENCE', 'SERVICE_OIDC_ISSUER'),
    ...mapping('OIDC', settings.oidcTenantClaim, settings.oidcRoleClaim, { tenants: settings.oidcTenants, roles: settings.oidcRoles }),
    ...(clientId !== undefined && { clientId }),
    ...(secretFile !== undefined && { clientSecret: read(secretFile) }),
  };
}

function samlOf(settings: Settings, read: (path: string) => string): SamlOptions | undefined {
  const { samlEntryPoint: entryPoint } = settings;
  if (entryPoint === undefined) return undefined;
  const issuer = need(settings.samlIssuer, 'SERVICE_SAML_ISSUER', 'SERVICE_SAML_ENTRY_POINT');
  const certificates = read(need(settings.samlCertFile, 'SERVICE_SAML_CERT_FILE', 'SERVICE_SAML_ENTRY_POINT'));
  return {
    entryPoint,
    issuer,
    audience: settings.samlAudience ?? issuer,
    certificates: certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
    ...mapping('SAML', settings.samlTenantClaim, settings.samlRoleClaim, { tenants: settings.samlTenants, roles: settings.samlRoles }),
  };
}

interface Pairs {
  tenants: readonly string[];
  roles: readonly string[];
}

function mapping(prefix: 'OIDC' | 'SAML', tenantClaim: string | undefined, roleClaim: string | undefined, pairs: Pairs): ClaimMapping {
  const because = prefix === 'OIDC' ? 'SERVICE_OIDC_ISSUER' : 'SERVICE_SAML_ENTRY_POINT';
  need(pairs.roles[0], `SERVICE_${prefix}_ROLES`, because);
  const roles = pairsOf(pairs.roles, `SERVICE_${prefix}_ROLES`);
  const known: ClaimMapping['roles'] = Object.fromEntries(
    Object.entries(roles).map(([value, role]) => [value, roleOf(role, `SERVICE_${prefix}_ROLES`)]),
  );
  return {
    tenantClaim: need(tenantClaim, `SERVICE_${prefix}_TENANT_CLAIM`, because),
    roleClaim: need(roleClaim, `SERVICE_${prefix}_ROLE_CLAIM`, because),
    roles: known,
    ...(pairs.tenants.length > 0 && { tenants: pairsOf(pairs.tenants, `SERVICE_${prefix}_TENANTS`) }),
  };
}

function roleOf(text: string, where: string): 'viewer' | 'analyst' | 'admin' {
  if (text === 'viewer' || text === 'analyst' || text === 'admin') return text;
  throw new UsageError({ where, message: 'expected viewer, analyst or admin after each =' });
}

function pairsOf(texts: readonly string[], where: string): Record<string, string> {
  const pairs = texts.map((text) => {
    const at = text.lastIndexOf('=');
    if (at <= 0 || at === text.length - 1) throw new UsageError({ where, message: 'expected value=name pairs with commas between' });
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs);
}

function need(value: string | undefined, name: string, because: string): string {
  if (value === undefined) throw new OperationalError({ where: name, message: `is needed with ${because}` });
  return value;
}

/** The address of the PostgreSQL database, with the password that a file holds. Its text is never repeated: it may hold one. */
export function databaseUrlOf({ databaseUrl: text, databasePasswordFile: file }: Settings, cwd: string): string | undefined {
  if (text === undefined) return undefined;
  const url = /^postgres(?:ql)?:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw new UsageError({ where: 'SERVICE_DATABASE_URL', message: 'expected postgres://user:password@host:port/database' });
  // So the library takes them too, but with a warning in the middle of the log.
  if (/^(?:prefer|require|verify-ca)$/.test(url.searchParams.get('sslmode') ?? '')) url.searchParams.set('sslmode', 'verify-full');
  if (file === undefined) return url.href;
  if (url.password !== '')
    throw new UsageError({ where: 'SERVICE_DATABASE_PASSWORD_FILE', message: 'SERVICE_DATABASE_URL has a password already' });
  url.password = encodeURIComponent(readSecret(resolve(cwd, file)));
  return url.href;
}

/** Bucket names: Amazon S3 User Guide, "General purpose bucket naming rules". */
function bucketOf(text: string): BucketPlace {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*))?\/?$/.exec(text) ?? [];
  if (bucket === undefined)
    throw new UsageError({ where: 'SERVICE_EVIDENCE_BUCKET', message: 'expected s3://bucket or s3://bucket/prefix' });
  return { bucket, prefix };
}

function proxyOf(settings: Settings, read: (path: string) => string): ServeOptions['trustedProxy'] {
  const { proxySecret: said, proxySecretFile: file, proxyPeers: peers } = settings;
  if (said !== undefined && file !== undefined)
    throw new UsageError({ where: 'SERVICE_PROXY_SECRET', message: 'SERVICE_PROXY_SECRET_FILE is set as well; one of them is enough' });
  const secret = file === undefined ? said : read(file);
  if (secret === undefined) return undefined;
  if (Buffer.byteLength(secret) < 32)
    throw new UsageError({
      where: file === undefined ? 'SERVICE_PROXY_SECRET' : 'SERVICE_PROXY_SECRET_FILE',
      message: 'expected at least 32 bytes',
    });
  return { secret, peers };
}

function metricsTokenOf({ metricsTokenFile: file }: Settings, read: (path: string) => string): string | undefined {
  if (file === undefined) return undefined;
  const token = read(file);
  if (!/^[!-~]{32,1000}$/.test(token))
    throw new UsageError({ where: 'SERVICE_METRICS_TOKEN_FILE', message: 'expected at least 32 visible ASCII characters, without spaces' });
  return token;
}

function folderAt(path: string, where: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return path;
  if (!stats) throw new OperationalError({ where, message: `${quote(path, 200)} is not there` });
  throw new UsageError({ where, message: `${quote(path, 200)} is no folder` });
}

function publicUrl(text: string): string {
  if (/^https?:\/\/[^\s/@]+$/.test(text)) return text;
  throw new UsageError({ where: 'SERVICE_PUBLIC_URL', message: 'expected https://host without a path' });
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new OperationalError({ where: path, message: 'cannot be read', cause });
  }
}
