import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { serveOptions } from '../../src/cli/serve-options.js';
import { resolveSettings } from '../../src/config/resolve.js';
import type { ServeOptions } from '../../src/config/serve-options.js';
import { requireIdentity } from '../../src/control-plane/auth/require-identity.js';
import { OperationalError, UsageError } from '../../src/support/errors.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const SECRET = 'x'.repeat(32);
const OIDC = {
  SERVICE_OIDC_ISSUER: 'https://issuer.example',
  SERVICE_OIDC_AUDIENCE: 'castellan',
  SERVICE_OIDC_TENANT_CLAIM: 'org',
  SERVICE_OIDC_ROLE_CLAIM: 'groups',
  SERVICE_OIDC_ROLES: 'sec-admins=admin, sec=analyst',
};

const folder = temporaryFolder();

/** What `serve` makes of an environment and flags, up to where it would listen. */
function options(environment: Record<string, string>, flags: Record<string, unknown> = {}): ServeOptions {
  const made = serveOptions(resolveSettings({ flags, environment, file: {} }), { environment, cwd: folder.path, flags });
  requireIdentity(made, true);
  return made;
}

describe('settings of serve', () => {
  afterAll(() => folder.dispose());
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };

  it('takes mirrors of registries from a variable, and names a file that holds none', () => {
    const conf = file('registries.conf', '[[registry]]\nlocation = "ghcr.io"\n[[registry.mirror]]\nlocation = "near.example/ghcr"\n');
    const made = (mirrors: string) =>
      options({ SERVICE_PROXY_SECRET: SECRET, SERVICE_PROXY_PEERS: '::1', SERVICE_REGISTRY_MIRRORS: mirrors });
    expect(made(`docker.io=near.example/hub,${conf}`).registryMirrors).toEqual([
      { prefix: 'docker.io', mirrors: [{ location: 'near.example/hub' }] },
      { prefix: 'ghcr.io', location: 'ghcr.io', mirrors: [{ location: 'near.example/ghcr' }] },
    ]);
    expect(() => made(file('other.conf', 'neither: this'))).toThrow(UsageError);
    expect(() => made('not-there.conf')).toThrow(OperationalError);
  });

  it('takes lists with commas from variables as from flags', () => {
    expect(options({ SERVICE_PROXY_SECRET: SECRET, SERVICE_PROXY_PEERS: '10.0.0.0/8, fd00::/8' }).trustedProxy?.peers).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
    ]);
    const [a, b, c] = ['a', 'b', 'c'].map((name) => join(folder.path, name));
    for (const path of [a, b, c]) mkdirSync(path ?? '');
    expect(options({ CASTELLAN_SCAN_ROOTS: `${a},.` }).scanRoots).toEqual([a, folder.path]);
    expect(options({}, { scanRoots: [`${a},${b}`, c] }).scanRoots).toEqual([a, b, c]);
    expect(options({ ...OIDC, SERVICE_OIDC_TENANTS: 'o=1=acme,2=globex' }).oidc).toMatchObject({
      roles: { 'sec-admins': 'admin', sec: 'analyst' },
      tenants: { 'o=1': 'acme', '2': 'globex' },
    });
  });

  it('takes a setting by either of its names, and the contract’s where they differ', () => {
    expect(options({ CASTELLAN_JOB_DAYS: '7' }).retention.jobDays).toBe(7);
    expect(options({ CASTELLAN_JOB_DAYS: '7', SERVICE_JOB_DAYS: '8' }).retention.jobDays).toBe(8);
    expect(options({ CASTELLAN_JOB_DAYS: '7', SERVICE_JOB_DAYS: '' }).retention.jobDays).toBe(7);
    expect(() => options({ CASTELLAN_HSTS_PRELOAD: 'perhaps' })).toThrow(expect.objectContaining({ where: 'CASTELLAN_HSTS_PRELOAD' }));
  });

  it('joins the database’s address and the password that a file holds', () => {
    const SERVICE_DATABASE_PASSWORD_FILE = file('password', 'p@ss/w:rd%\n');
    const { databaseUrl = '' } = options({ SERVICE_DATABASE_URL: 'postgres://app@db:5432/plane', SERVICE_DATABASE_PASSWORD_FILE });
    expect(decodeURIComponent(new URL(databaseUrl).password)).toBe('p@ss/w:rd%');
    expect(() => options({ SERVICE_DATABASE_URL: 'postgres://app:own@db/plane', SERVICE_DATABASE_PASSWORD_FILE })).toThrow(
      expect.objectContaining({ where: 'SERVICE_DATABASE_PASSWORD_FILE' }),
    );
  });

  it('checks the certificate of a database in each of the modes that encrypt', () => {
    for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
      const { databaseUrl } = options({ SERVICE_DATABASE_URL: `postgres://app:x@db/plane?sslmode=${mode}&application_name=c` });
      expect(databaseUrl).toBe('postgres://app:x@db/plane?sslmode=verify-full&application_name=c');
    }
  });

  it('takes folders and addresses as people write them', () => {
    expect(options({ SERVICE_HOME: '~/castellan' }).dataFolder).toBe(join(homedir(), 'castellan'));
    expect(options({}, { host: '[::1]' }).host).toBe('::1');
  });

  it('takes a bucket with or without a prefix', () => {
    expect(options({ SERVICE_EVIDENCE_BUCKET: 's3://my.bucket/' }).evidenceBucket).toEqual({ bucket: 'my.bucket', prefix: '' });
    expect(options({ SERVICE_EVIDENCE_BUCKET: 's3://bucket/a/b_c' }).evidenceBucket).toEqual({ bucket: 'bucket', prefix: 'a/b_c' });
  });

  const TWICE = { SERVICE_PROXY_SECRET: SECRET, SERVICE_PROXY_SECRET_FILE: '/run/secret' };
  it.each<[string, Record<string, string>, Record<string, unknown>?]>([
    ['SERVICE_PROXY_PEERS', { SERVICE_PROXY_PEERS: '10.0.0.0/8' }],
    ['SERVICE_PROXY_PEERS', { SERVICE_PROXY_SECRET: SECRET, SERVICE_PROXY_PEERS: '10.0.0.0/33' }],
    ['SERVICE_PROXY_SECRET', TWICE],
    ['SERVICE_OIDC_AUDIENCE', { SERVICE_OIDC_AUDIENCE: 'castellan' }],
    ['SERVICE_OIDC_CLIENT_SECRET_FILE', { ...OIDC, SERVICE_OIDC_CLIENT_SECRET_FILE: '/run/secret' }],
    ['SERVICE_OIDC_ROLES', { ...OIDC, SERVICE_OIDC_ROLES: 'sec=owner' }],
    ['SERVICE_OIDC_ISSUER', { ...OIDC, SERVICE_OIDC_ISSUER: 'http://issuer.example' }],
    ['SERVICE_PUBLIC_URL', { ...OIDC, SERVICE_OIDC_CLIENT_ID: 'castellan' }],
    ['SERVICE_PUBLIC_URL', { SERVICE_PUBLIC_URL: 'http://castellan.example' }],
    ['SERVICE_SAML_CERT_FILE', { SERVICE_SAML_CERT_FILE: '/run/cert' }],
    ['SERVICE_DATABASE_PASSWORD_FILE', { SERVICE_DATABASE_PASSWORD_FILE: '/run/secret' }],
    ['SERVICE_DATABASE_URL', { SERVICE_DATABASE_URL: 'postgres://user:hunter2@[bad/plane' }],
    ['SERVICE_EVIDENCE_BUCKET', { SERVICE_EVIDENCE_BUCKET: 'https://bucket' }],
    ['CASTELLAN_EVIDENCE_BUCKET', { CASTELLAN_EVIDENCE_BUCKET: 'bucket' }],
    ['CASTELLAN_OIDC_TENANTS', { ...OIDC, CASTELLAN_OIDC_TENANTS: 'acme' }],
    ['SERVICE_JOB_DAYS', { SERVICE_JOB_DAYS: '0' }],
    ['--key-file', {}, { keyFile: 'admin.key' }],
    ['--force', {}, { force: true }],
    ['SERVICE_WORKERS', { SERVICE_WORKERS: 'many' }],
    ['SERVICE_WORKERS', { SERVICE_WORKERS: '65' }],
    ['CASTELLAN_WORKERS', { CASTELLAN_WORKERS: '-1' }],
    ['--workers', { SERVICE_WORKERS: '1' }, { workers: '1.5' }],
    ['SERVICE_PORT', { SERVICE_PORT: '65536' }],
    ['--port', {}, { port: 'http' }],
    ['SERVICE_MAX_BODY_BYTES', { SERVICE_MAX_BODY_BYTES: '1e9' }],
    ['SERVICE_READ_RATE', { SERVICE_READ_RATE: '0' }],
    ['SERVICE_EVIDENCE_DAYS', { SERVICE_EVIDENCE_DAYS: '3651' }],
    ['SERVICE_METRICS_TOKEN_FILE', { SERVICE_METRICS_TOKEN_FILE: file('token', 'short') }],
  ])('refuses a %s that makes no sense', (where, environment, flags) => {
    const refusal = expect.objectContaining({ where });
    expect(() => options(environment, flags)).toThrow(refusal);
    expect(() => options(environment, flags)).toThrow(UsageError);
    expect(() => options(environment, flags)).not.toThrow(/hunter2/);
  });

  it.each<[string, Record<string, string>]>([
    ['SERVICE_OIDC_ROLES', { ...OIDC, SERVICE_OIDC_ROLES: '' }],
    ['SERVICE_SCAN_ROOTS', { SERVICE_SCAN_ROOTS: '/nowhere/at/all' }],
  ])('cannot go on without a %s', (where, environment) => {
    expect(() => options(environment)).toThrow(expect.objectContaining({ where, kind: 'operational' }));
  });
});
