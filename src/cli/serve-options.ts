import { readFileSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import { refuseIdle } from '../config/needs.js';
import { registriesIn } from '../config/registries.js';
import { givenBy, type SettingSources } from '../config/resolve.js';
import type { BucketPlace, ClaimMapping, OidcOptions, SamlOptions, ServeOptions } from '../config/serve-options.js';
import type { SettingKey, Settings } from '../config/settings.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { diskError } from '../system/disk-error.js';
import { OutboundPolicy } from '../system/outbound-policy.js';
import { statsAt } from '../system/stored-file.js';
import { readNamedFile } from './named-file.js';
import { pathsOf } from './open-context.js';
import { mirrorsOf } from './registry-mirrors.js';
import { telemetryPlace } from './telemetry-place.js';

export interface ServeSurroundings {
  environment: NodeJS.ProcessEnv;
  cwd: string;
  /** The values as the user typed them, for messages about a wrong one. */
  flags?: SettingSources['flags'];
}

/** The settings, the option or variable by which each was given, and the files that they name. */
interface Given {
  settings: Settings;
  place(key: SettingKey): string;
  read(path: string): string;
}

/** Settings as `databaseUrlOf` takes them. */
export function givenSettings(settings: Settings, { environment, cwd, flags = {} }: ServeSurroundings): Given {
  return {
    settings,
    place: (key) => givenBy(key, { flags, environment }),
    read: (path) => readSecret(resolve(cwd, path)),
  };
}

/** The settings of `serve`, checked. Throws UsageError naming the variable that is wrong, OperationalError for one that is missing. */
export function serveOptions(settings: Settings, surroundings: ServeSurroundings): ServeOptions {
  const { environment, cwd } = surroundings;
  refuseIdle('serve', settings);
  const paths = pathsOf(settings, environment);
  const given = givenSettings(settings, surroundings);
  const databaseUrl = databaseUrlOf(given);
  const metricsToken = metricsTokenOf(given);
  const evidenceBucket = bucketOf(given);
  const publicUrl = publicUrlOf(given);
  const trustedProxy = proxyOf(given);
  const oidc = oidcOf(given);
  const saml = samlOf(given);
  const telemetry = telemetryPlace(settings, { ...surroundings, read: given.read });
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
    scanRoots: settings.scanRoots.map((folder) => folderAt(resolve(cwd, folder), given.place('scanRoots'))),
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
    ...(evidenceBucket && { evidenceBucket }),
    ...(settings.auditKeyFile !== undefined && { auditKeyFile: resolve(cwd, settings.auditKeyFile) }),
    ...(settings.registriesFile !== undefined && {
      registries: registriesIn(given.read(settings.registriesFile), settings.registriesFile),
    }),
    ...(settings.registryMirrors.length > 0 && {
      registryMirrors: mirrorsOf(settings.registryMirrors, given.place('registryMirrors'), (path) => readNamedFile(path, cwd)),
    }),
    ...(publicUrl !== undefined && { publicUrl }),
    ...(trustedProxy && { trustedProxy }),
    ...(oidc && { oidc }),
    ...(saml && { saml }),
    ...(telemetry && { telemetry }),
  };
}

function oidcOf(given: Given): OidcOptions | undefined {
  const { settings, read } = given;
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecretFile: secretFile } = settings;
  if (issuer === undefined) return undefined;
  return {
    issuer,
    audience: need(given, 'oidcAudience', 'oidcIssuer'),
    ...mappingOf(given, 'oidc', 'oidcIssuer'),
    ...(clientId !== undefined && { clientId }),
    ...(secretFile !== undefined && { clientSecret: read(secretFile) }),
  };
}

function samlOf(given: Given): SamlOptions | undefined {
  const { samlEntryPoint: entryPoint, samlAudience: audience } = given.settings;
  if (entryPoint === undefined) return undefined;
  const issuer = need(given, 'samlIssuer', 'samlEntryPoint');
  const certificates = given.read(need(given, 'samlCertFile', 'samlEntryPoint'));
  return {
    entryPoint,
    issuer,
    audience: audience ?? issuer,
    certificates: certificates.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
    ...mappingOf(given, 'saml', 'samlEntryPoint'),
  };
}

/** How the claims of a token or an assertion become tenant and role. */
function mappingOf(given: Given, kind: 'oidc' | 'saml', leader: SettingKey): ClaimMapping {
  const { [`${kind}Roles` as const]: roles, [`${kind}Tenants` as const]: tenants } = given.settings;
  if (Object.keys(roles).length === 0) throw missing(given, `${kind}Roles`, leader);
  return {
    tenantClaim: need(given, `${kind}TenantClaim`, leader),
    roleClaim: need(given, `${kind}RoleClaim`, leader),
    roles,
    ...(Object.keys(tenants).length > 0 && { tenants }),
  };
}

type TextKey = { [K in SettingKey]: Settings[K] extends string | undefined ? K : never }[SettingKey];

function need(given: Given, key: TextKey, leader: SettingKey): string {
  const value = given.settings[key];
  if (value === undefined) throw missing(given, key, leader);
  return value;
}

function missing({ place }: Given, key: SettingKey, leader: SettingKey): OperationalError {
  return new OperationalError({ where: place(key), message: `is needed with ${place(leader)}` });
}

/**
 * The address of the PostgreSQL database, with the password from its file. Messages never repeat the address, because it may hold a
 * password.
 */
export function databaseUrlOf({ settings, place, read }: Given): string | undefined {
  const { databaseUrl: text, databasePasswordFile: file } = settings;
  if (text === undefined) return undefined;
  const url = /^postgres(?:ql)?:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw new UsageError({ where: place('databaseUrl'), message: 'expected postgres://user:password@host:port/database' });
  // The library treats these modes in the same way, but prints a warning into the log; so we translate them first.
  if (/^(?:prefer|require|verify-ca)$/.test(url.searchParams.get('sslmode') ?? '')) url.searchParams.set('sslmode', 'verify-full');
  if (file === undefined) return url.href;
  if (url.password !== '')
    throw new UsageError({ where: place('databasePasswordFile'), message: `${place('databaseUrl')} has a password already` });
  url.password = encodeURIComponent(read(file));
  return url.href;
}

/** Bucket names: Amazon S3 User Guide, "General purpose bucket naming rules". */
function bucketOf({ settings: { evidenceBucket: text }, place }: Given): BucketPlace | undefined {
  if (text === undefined) return undefined;
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)*))?\/?$/.exec(text) ?? [];
  if (bucket === undefined) throw new UsageError({ where: place('evidenceBucket'), message: 'expected s3://bucket or s3://bucket/prefix' });
  return { bucket, prefix };
}

function proxyOf({ settings, place, read }: Given): ServeOptions['trustedProxy'] {
  const { proxySecret: said, proxySecretFile: file, proxyPeers: peers } = settings;
  if (said !== undefined && file !== undefined)
    throw new UsageError({ where: place('proxySecret'), message: `${place('proxySecretFile')} is set as well; one of them is enough` });
  const secret = file === undefined ? said : read(file);
  if (secret === undefined) return undefined;
  if (Buffer.byteLength(secret) < 32)
    throw new UsageError({
      where: place(file === undefined ? 'proxySecret' : 'proxySecretFile'),
      message: 'expected at least 32 bytes',
    });
  return { secret, peers };
}

function metricsTokenOf({ settings: { metricsTokenFile: file }, place, read }: Given): string | undefined {
  if (file === undefined) return undefined;
  const token = read(file);
  if (!/^[!-~]{32,1000}$/.test(token))
    throw new UsageError({ where: place('metricsTokenFile'), message: 'expected at least 32 visible ASCII characters, without spaces' });
  return token;
}

function folderAt(path: string, where: string): string {
  const stats = folderStats(path, where);
  if (stats?.isDirectory()) return path;
  if (!stats) throw new OperationalError({ where, message: `${quote(path, 200)} is not there` });
  throw new UsageError({ where, message: `${quote(path, 200)} is no folder` });
}

function folderStats(path: string, where: string): Stats | undefined {
  try {
    return statsAt(path);
  } catch (cause) {
    throw diskError(where, `${quote(path, 200)} cannot be used`, cause);
  }
}

function publicUrlOf({ settings: { publicUrl: text }, place }: Given): string | undefined {
  if (text === undefined || /^https?:\/\/[^\s/@]+$/.test(text)) return text;
  throw new UsageError({ where: place('publicUrl'), message: 'expected https://host without a path' });
}

function readSecret(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw diskError(path, 'cannot be read', cause);
  }
}
