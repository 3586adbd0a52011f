import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Settings } from '../config/settings.js';
import type { ClaimMapping, OidcOptions, SamlOptions, ServeOptions } from '../control-plane/options.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { flagPort } from './flag-values.js';
import { pathsOf } from './open-context.js';

export interface ServeSurroundings {
  environment: NodeJS.ProcessEnv;
  cwd: string;
}

/** The settings of `serve`, checked. Throws UsageError naming the variable that is wrong or missing. */
export function serveOptions(settings: Settings, { environment, cwd }: ServeSurroundings): ServeOptions {
  const paths = pathsOf(settings, environment);
  const read = (path: string) => readSecret(resolve(cwd, path));
  const proxySecret = settings.proxySecretFile === undefined ? settings.proxySecret : read(settings.proxySecretFile);
  const oidc = oidcOf(settings, read);
  const saml = samlOf(settings, read);
  return {
    host: settings.host ?? '127.0.0.1',
    port: flagPort(settings.port, '--port', 8422),
    dataFolder: paths.data,
    advisoryDatabase: paths.database,
    maxBodyBytes: count(settings.maxBodyBytes, 'SERVICE_MAX_BODY_BYTES', 1024, 1024 ** 3),
    rateLimits: {
      read: count(settings.readRate, 'SERVICE_READ_RATE', 1, 10_000_000),
      write: count(settings.writeRate, 'SERVICE_WRITE_RATE', 1, 10_000_000),
    },
    hstsPreload: settings.hstsPreload,
    metricsOnLoopback: settings.metricsOnLoopback,
    accessLog: !settings.quiet,
    scanRoots: settings.scanRoots.map((folder) => resolve(cwd, folder)),
    workers: count(settings.workers, '--workers', 0, 64),
    retention: {
      jobDays: count(settings.jobDays, 'SERVICE_JOB_DAYS', 1, 3650),
      evidenceDays: count(settings.evidenceDays, 'SERVICE_EVIDENCE_DAYS', 0, 3650),
    },
    offline: settings.offline,
    environment,
    ...(settings.databaseUrl !== undefined && { databaseUrl: databaseUrl(settings.databaseUrl) }),
    ...(settings.auditKeyFile !== undefined && { auditKeyFile: resolve(cwd, settings.auditKeyFile) }),
    ...(settings.publicUrl !== undefined && { publicUrl: publicUrl(settings.publicUrl) }),
    ...(proxySecret !== undefined && { trustedProxy: { secret: longEnough(proxySecret), peers: settings.proxyPeers } }),
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

function mapping(prefix: string, tenantClaim: string | undefined, roleClaim: string | undefined, pairs: Pairs): ClaimMapping {
  const roles = pairsOf(pairs.roles, `SERVICE_${prefix}_ROLES`);
  const known: ClaimMapping['roles'] = Object.fromEntries(
    Object.entries(roles).map(([value, role]) => [value, roleOf(role, `SERVICE_${prefix}_ROLES`)]),
  );
  return {
    tenantClaim: need(tenantClaim, `SERVICE_${prefix}_TENANT_CLAIM`, 'sign-in'),
    roleClaim: need(roleClaim, `SERVICE_${prefix}_ROLE_CLAIM`, 'sign-in'),
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
  if (value === undefined) throw new UsageError({ where: name, message: `is needed with ${because}` });
  return value;
}

function count(text: string, where: string, least: number, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new UsageError({ where, message: `expected a whole number from ${least} to ${most}` });
  return value;
}

function databaseUrl(text: string): string {
  if (/^postgres(?:ql)?:\/\/\S+$/.test(text)) return text;
  // The text may hold a password, so it is not repeated.
  throw new UsageError({ where: 'SERVICE_DATABASE_URL', message: 'expected postgres://user:password@host:port/database' });
}

function publicUrl(text: string): string {
  if (/^https?:\/\/[^\s/@]+$/.test(text)) return text;
  throw new UsageError({ where: 'SERVICE_PUBLIC_URL', message: 'expected https://host without a path' });
}

function longEnough(secret: string): string {
  if (Buffer.byteLength(secret) >= 32) return secret;
  throw new UsageError({ where: 'SERVICE_PROXY_SECRET', message: 'expected at least 32 bytes' });
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new OperationalError({ where: path, message: 'cannot be read', cause });
  }
}
