import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Setting } from '../../src/config/setting.js';
import { settings } from '../../src/config/settings.js';
import { chartFolder, helm, type KubernetesObject, renderedByHelm, renderedByUs, runHelm } from '../support/chart.js';
import { lostSelectors, named, ofKind, openPods, ownVariables, podsOf, unsafePods, variableOf } from '../support/chart-rules.js';
import { againstSchema } from '../support/kubernetes-schema.js';
import { castellan, projectRoot } from '../support/spawn-cli.js';

const folder = join(projectRoot, 'fixtures/helm-values');
const fixtures = readdirSync(folder)
  .sort()
  .map((file) => ({ name: file.replace('.yaml', ''), file: join(folder, file) }));
const known = new Set(Object.values<Setting>(settings).flatMap(({ env }) => (env === undefined ? [] : [`SERVICE_${env}`])));
/** Settings of connectors are read by their names where they are used. */
const connectors = /^SERVICE_(?:JIRA|SERVICENOW|SLACK|GITHUB|LINEAR|TEAMS|PAGERDUTY|EMAIL)_/;

const scratch = mkdtempSync(join(tmpdir(), 'castellan-chart-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function valuesFile(values: object): string {
  const file = join(scratch, 'values.yaml');
  writeFileSync(file, stringify(values));
  return file;
}

/** What holds for every release of the chart, whoever renders it. */
function holdsAlways(objects: readonly KubernetesObject[]): void {
  expect(unsafePods(objects)).toEqual([]);
  expect(lostSelectors(objects)).toEqual([]);
  expect(openPods(objects)).toEqual([]);
  expect([...ownVariables(objects)].filter((name) => !known.has(name) && !connectors.test(name))).toEqual([]);
  for (const object of objects) expect(object.metadata.namespace).toBe('security');
  expect(new Set(objects.map(named)).size).toBe(objects.length);
  oneEntrance(objects);
  replicasFit(objects);
}

/** UI and API have one name and one path, and lead to the gate where there is one. */
function oneEntrance(objects: readonly KubernetesObject[]): void {
  const target = ofKind(objects, 'Deployment').some((object) => object.metadata.name === 'edge-castellan-gate')
    ? 'edge-castellan-gate'
    : 'edge-castellan';
  for (const { spec } of ofKind(objects, 'Ingress')) {
    expect(spec.rules).toHaveLength(1);
    expect(spec.rules[0].host).toBe('castellan.example.com');
    expect(spec.tls[0].hosts).toEqual(['castellan.example.com']);
    expect(spec.rules[0].http.paths).toMatchObject([{ path: '/', pathType: 'Prefix', backend: { service: { name: target } } }]);
  }
  for (const { spec } of ofKind(objects, 'HTTPRoute')) {
    expect(spec.hostnames).toEqual(['castellan.example.com']);
    expect(spec.rules).toHaveLength(1);
    expect(spec.rules[0].backendRefs[0].name).toBe(target);
    expect(spec.rules[0].filters[0].requestHeaderModifier.remove.map((name: string) => name.toLowerCase()).sort()).toEqual(
      identityHeaders(),
    );
  }
  const server = ofKind(objects, 'NetworkPolicy').find((object) => object.metadata.name === 'edge-castellan-server');
  const fromOutside = JSON.stringify(server.spec.ingress).includes('namespaceSelector');
  if (target.endsWith('gate')) expect(fromOutside).toBe(false);
}

/** Several pods of the server need PostgreSQL and shared evidence; else an old pod has gone before a new one comes. */
function replicasFit(objects: readonly KubernetesObject[]): void {
  const servers = ofKind(objects, 'Deployment').filter((object) => !object.metadata.name.endsWith('-gate'));
  const pods = servers.reduce((count, { spec }) => count + spec.replicas, 0);
  for (const { metadata, spec } of servers) {
    const owner = `Deployment ${metadata.name}`;
    const containers: KubernetesObject[] = spec.template.spec.containers;
    const onPostgres = containers[0].env.some(({ name }: { name: string }) => name === 'SERVICE_DATABASE_URL');
    if (pods > 1) {
      expect(onPostgres).toBe(true);
      const shared = variableOf(objects, owner, 'SERVICE_EVIDENCE_BUCKET') !== undefined || mountsShared(objects, containers[0]);
      expect({ owner, shared }).toEqual({ owner, shared: true });
      expect(spec.strategy.type).toBe('RollingUpdate');
    }
    if (!onPostgres) expect([spec.replicas, spec.strategy.type]).toEqual([1, 'Recreate']);
  }
}

function mountsShared(objects: readonly KubernetesObject[], container: KubernetesObject): boolean {
  const mounted = container.volumeMounts.some(({ mountPath }: { mountPath: string }) => mountPath === '/data/evidence');
  return mounted && ofKind(objects, 'PersistentVolumeClaim').every(({ spec }) => spec.accessModes.includes('ReadWriteMany'));
}

/** The four headers of the trusted proxy, as the server reads them. */
function identityHeaders(): string[] {
  const source = ['with-trusted-proxy', 'credentials'].map((name) =>
    readFileSync(join(projectRoot, `src/control-plane/auth/${name}.ts`), 'utf8'),
  );
  return [...new Set([...source.join().matchAll(/'(x-service-[a-z-]+)'/g)].map(([, name = '']) => name))].sort();
}

describe.skipIf(helm === undefined)('the chart, rendered by helm (TEST_HELM or PATH),', () => {
  it('passes its strict lint', () => {
    for (const { file } of fixtures) expect(runHelm(['lint', '--strict'], [file])).toContain('0 chart(s) failed');
  });

  describe.each(fixtures)('with the values $name', ({ file }) => {
    let objects: KubernetesObject[] = [];
    beforeAll(() => {
      objects = renderedByHelm([file]);
    });

    it('keeps what it promises', () => holdsAlways(objects));

    it('is what Kubernetes takes', () => {
      for (const object of objects) {
        const errors = againstSchema(object);
        if (errors === undefined) expect(['Ingress', 'ServiceMonitor', 'HTTPRoute']).toContain(object.kind);
        else expect({ object: named(object), errors }).toEqual({ object: named(object), errors: [] });
      }
    });

    it('has the values of secrets in Secrets alone', () => {
      const secrets = ofKind(objects, 'Secret').flatMap(({ data }) => Object.values<string>(data ?? {}));
      const others = JSON.stringify(objects.filter(({ kind }) => kind !== 'Secret'));
      for (const value of secrets) {
        expect(others).not.toContain(value);
        expect(others).not.toContain(Buffer.from(value, 'base64').toString());
      }
    });
  });

  it.each<[string, object]>([
    ['several pods need PostgreSQL', { api: { replicas: 2 }, postgresql: { enabled: false } }],
    ['several pods need PostgreSQL', { workers: { separate: true }, postgresql: { enabled: false } }],
    ['several pods share evidence', { api: { replicas: 2 } }],
    ['data is lost with the pod', { persistence: { enabled: false } }],
    ['two databases', { externalDatabase: { url: 'postgres://db/castellan' } }],
    ['has a password in it', { postgresql: { enabled: false }, externalDatabase: { url: 'postgres://a:b@db/castellan' } }],
    ['nobody could sign in', { bootstrap: { tenant: '' } }],
    ['host is needed', { ingress: { enabled: true } }],
    ['gate.issuer is needed', { host: 'a.example.com', gate: { enabled: true } }],
    ['would write a secret into the release', { settings: { SERVICE_JIRA_TOKEN: 'x' } }],
    ['Additional property replica is not allowed', { api: { replica: 2 } }],
    ['fullnameOverrid', { fullnameOverrid: 'x' }],
  ])('says %s', (message, values) => {
    expect(() => runHelm(['template', 'edge'], [valuesFile(values)])).toThrow(message);
  });

  it('adds preload by its own switch alone', () => {
    const of = (name: string) =>
      variableOf(renderedByHelm([join(folder, `${name}.yaml`)]), 'Deployment edge-castellan', 'SERVICE_HSTS_PRELOAD');
    expect([of('gate'), of('own-sign-in'), of('locked-down')]).toEqual([undefined, undefined, '1']);
  });

  it('tells the server of a trusted proxy only where there is one', () => {
    const of = (name: string) =>
      variableOf(renderedByHelm([join(folder, `${name}.yaml`)]), 'Deployment edge-castellan', 'SERVICE_PROXY_SECRET_FILE');
    expect([of('default'), of('saml'), of('gate'), of('own-sign-in')]).toEqual([
      undefined,
      undefined,
      '/run/castellan/proxy-secret',
      '/run/castellan/proxy-secret',
    ]);
  });

  it('makes no secret where Secrets are named', () => {
    const secrets = ofKind(renderedByHelm([join(folder, 'locked-down.yaml')]), 'Secret');
    // The one that the job fills.
    expect(secrets.map(({ metadata, data }) => [metadata.name, data])).toEqual([['edge-castellan-admin-key', undefined]]);
  });

  it('gives the token of an account to the bootstrap job alone, which may write one Secret', () => {
    const objects = renderedByHelm([join(folder, 'bootstrap.yaml')]);
    const withToken = podsOf(objects).filter(({ spec }) => JSON.stringify(spec.volumes ?? []).includes('serviceAccountToken'));
    expect(withToken.map(({ owner }) => owner)).toEqual(['Job edge-castellan-bootstrap-1']);
    expect(ofKind(objects, 'Role').map(({ rules }) => rules)).toEqual([
      [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['edge-castellan-admin-key'], verbs: ['patch'] }],
    ]);
  });

  it('sets all four headers of the trusted proxy in every place of the gate that leads to the server', () => {
    const map = ofKind(renderedByHelm([join(folder, 'gate.yaml')]), 'ConfigMap').find(({ metadata }) => metadata.name.endsWith('-gate'));
    const places = map.data['nginx.conf'].split(/\n\s*location /).filter((place: string) => place.includes('proxy_pass http://castellan'));
    expect(places).toHaveLength(3);
    for (const place of places) {
      const set = [...place.matchAll(/proxy_set_header (X-Service-[\w-]+)/g)].map(([, name = '']) => name.toLowerCase());
      if (place.includes('include /tmp/proxy-secret.conf;')) set.push('x-service-proxy-secret');
      expect(set.sort()).toEqual(identityHeaders());
    }
  });

  it('gives cloud jobs options that scan knows, and no key but by a file', () => {
    const objects = renderedByHelm([join(folder, 'cloud-inventory.yaml')]);
    const flags = new Set(
      Object.values<Setting>(settings).flatMap(({ flag }) => (flag ? [flag.split(' ').find((word) => word.startsWith('--'))] : [])),
    );
    for (const { spec } of podsOf(ofKind(objects, 'CronJob')))
      for (const argument of spec.containers[0].args.slice(1)) expect(flags).toContain(argument.split('=')[0]);
  });
});

describe('the chart, rendered by our own reader,', () => {
  it.each(fixtures)('keeps what it promises with the values $name', async ({ file }) => {
    const objects = await renderedByUs(parse(readFileSync(file, 'utf8')));
    expect(ofKind(objects, 'Deployment').length).toBeGreaterThan(0);
    holdsAlways(objects);
  });

  it('has nothing to find', async () => {
    const { stdout } = await castellan(['scan', '--iac', 'deploy', '--offline', '--no-vulnerabilities', '--format', 'json']);
    const { findings } = JSON.parse(stdout);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter(({ severity }: { severity: string }) => !['none', 'low'].includes(severity))).toEqual([]);
  });
});

describe('files of the chart', () => {
  it('make the same roles as compose', () => {
    const ours = readFileSync(join(chartFolder, 'files/postgres-roles.sh'), 'utf8');
    expect(ours).toBe(readFileSync(join(projectRoot, 'scripts/postgres-roles.sh'), 'utf8'));
  });

  it('have the version of the program', () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
    expect(parse(readFileSync(join(chartFolder, 'Chart.yaml'), 'utf8'))).toMatchObject({ version, appVersion: version });
  });
});
