import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { CloudRefused, CloudThrottled, CloudUnreachable } from '../../../src/collect/cloud/contract/cloud-errors.js';
import type { CloudSession } from '../../../src/collect/cloud/contract/provider.js';
import { gcp } from '../../../src/collect/cloud/gcp/gcp.js';
import type { CloudConnection, CloudResource } from '../../../src/model/cloud.js';
import { cloudAccess } from '../../support/cloud-access.js';
import { type GcpAnswers, type GcpServer, gcpServer } from '../../support/gcp-server.js';
import { loopback } from '../../support/loopback.js';

const connection: CloudConnection = { provider: 'gcp', account: 'acme-prod', configuration: {} };
const RUN = 'run.googleapis.com/Service';
const service = '//run.googleapis.com/projects/acme-prod/locations/europe-west1/services/web';

let server: GcpServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function opened(answers: GcpAnswers, configuration = {}): Promise<CloudSession> {
  server = await gcpServer(answers);
  return gcp.open({ ...connection, configuration }, cloudAccess(server.environment, { fetch: server.fetch }));
}

async function read(session: CloudSession, part: string): Promise<CloudResource[]> {
  const found: CloudResource[] = [];
  const parts = await session.parts();
  for await (const page of parts.find(({ id }) => id === `acme-prod/${part}`)?.read() ?? []) found.push(...page);
  return found;
}

const asset = (name: string, type: string, data: object) => ({ name, assetType: type, resource: { location: 'europe-west1', data } });
const policy = (name: string, type: string, ...bindings: object[]) => ({ name, assetType: type, iamPolicy: { bindings } });

describe('the proof of a Google Cloud connection', () => {
  it('names the service account that it impersonates, and is given when nothing tried is there', async () => {
    const session = await opened({}, { service_account: 'reader@acme-prod.iam.gserviceaccount.com' });
    expect(await session.prove()).toMatchObject({ identity: 'reader@acme-prod.iam.gserviceaccount.com', read_only: 'proven' });
    expect(server?.asked.at(-1)?.headers['authorization']).toBe('Bearer impersonated');
  });

  it('is violated by one writing permission', async () => {
    const session = await opened({ granted: ['storage.objects.create'] });
    const proof = await session.prove();
    expect(proof).toMatchObject({ read_only: 'violated', identity: 'scanner@acme-prod.iam.gserviceaccount.com' });
    expect(proof.tried.filter(({ answer }) => answer === 'granted')).toEqual([{ permission: 'storage.objects.create', answer: 'granted' }]);
  });

  it('takes the identity of the machine where there is no file', async () => {
    const metadata = await loopback(({ headers }) =>
      headers['metadata-flavor'] === 'Google' ? { body: { access_token: 'own', expires_in: 300 } } : { status: 403 },
    );
    server = await gcpServer({});
    const access = cloudAccess({ GCE_METADATA_HOST: new URL(metadata.url).host }, { fetch: server.fetch, identity: 'service' });
    expect(await (await gcp.open(connection, access)).prove()).toMatchObject({ read_only: 'proven' });
    await metadata.close();
  });
});

describe('reading a project', () => {
  it('tells an open service of Cloud Run from one that callers sign in to, and keeps no value', async () => {
    const spec = {
      containers: [
        {
          image: 'europe-docker.pkg.dev/p/web:1',
          env: [
            { name: 'KEY', value: 'v-19ab22f0' },
            { name: 'T', valueFrom: {} },
          ],
        },
      ],
    };
    const data = { spec: { template: { spec: { ...spec, serviceAccountName: 'web@acme-prod.iam.gserviceaccount.com' } } } };
    const answers = { assets: { [RUN]: [asset(service, RUN, data)] } };
    const shut = await read(await opened(answers), 'global/run');
    await server?.close();
    const binding = { role: 'roles/run.invoker', members: ['allUsers'] };
    const open = await read(await opened({ ...answers, policies: { [RUN]: [policy(service, RUN, binding)] } }), 'global/run');
    expect([shut[0]?.authenticated, open[0]?.authenticated]).toEqual(['yes', 'no']);
    expect(open[0]).toMatchObject({
      public: 'yes',
      runs_as: ['cloud:gcp:service-account/web@acme-prod.iam.gserviceaccount.com'],
      env_names: ['KEY', 'T'],
      literal_env_names: ['KEY'],
    });
    expect(JSON.stringify(open)).not.toContain('v-19ab22f0');
  });

  it('says that a bucket is public only if nothing prevents it', async () => {
    const type = 'storage.googleapis.com/Bucket';
    const bucket = (name: string, publicAccessPrevention: string) =>
      asset(`//${type.split('/')[0]}/${name}`, type, {
        iamConfiguration: { publicAccessPrevention, uniformBucketLevelAccess: { enabled: true } },
      });
    const open = (name: string) =>
      policy(`//storage.googleapis.com/${name}`, type, { role: 'roles/storage.objectViewer', members: ['allUsers'] });
    const session = await opened({
      assets: { [type]: [bucket('a', 'inherited'), bucket('b', 'enforced')] },
      policies: { [type]: [open('a'), open('b')] },
    });
    expect((await read(session, 'global/buckets')).map((one) => one.public)).toEqual(['yes', 'no']);
  });

  it('gives a service account what roles say that it reaches, and calls an unknown role all-powerful', async () => {
    const [PROJECT, ACCOUNT] = ['cloudresourcemanager.googleapis.com/Project', 'iam.googleapis.com/ServiceAccount'];
    const member = (name: string) => `serviceAccount:${name}@acme-prod.iam.gserviceaccount.com`;
    const session = await opened({
      policies: {
        [PROJECT]: [
          policy(
            '//p',
            PROJECT,
            { role: 'roles/viewer', members: [member('a')] },
            { role: 'projects/acme-prod/roles/gone', members: [member('b')] },
          ),
        ],
        [ACCOUNT]: [
          policy('//sa/a', ACCOUNT, {
            role: 'roles/iam.serviceAccountTokenCreator',
            members: ['serviceAccount:x@other.iam.gserviceaccount.com'],
          }),
        ],
      },
      assets: {
        [ACCOUNT]: ['a', 'b'].map((name) => asset(`//sa/${name}`, ACCOUNT, { email: `${name}@acme-prod.iam.gserviceaccount.com` })),
      },
      paths: { 'iam.googleapis.com/v1/roles/viewer': { body: { includedPermissions: ['run.services.get', 'storage.buckets.list'] } } },
    });
    const [a, b] = await read(session, 'global/identities');
    expect(a).toMatchObject({ reaches: [{ to: '*', access: 'read' }], facts: { assumed_by_outsiders: true, administrator: false } });
    expect(b).toMatchObject({ reaches: [{ to: '*', access: 'admin' }], facts: { assumed_by_outsiders: false, administrator: true } });
  });

  it('reads agents region by region: one that refuses fails alone', async () => {
    const host = 'aiplatform.googleapis.com';
    const engine = {
      name: 'projects/1/locations/us-central1/reasoningEngines/7',
      displayName: 'helper',
      spec: { deploymentSpec: { env: [{ name: 'X', value: 'y' }] } },
    };
    const session = await opened({
      paths: {
        [`${host}/v1/projects/acme-prod/locations`]: {
          body: { locations: [{ locationId: 'us-central1' }, { locationId: 'europe-west4' }] },
        },
        [`us-central1-${host}/v1/projects/acme-prod/locations/us-central1/reasoningEngines`]: { body: { reasoningEngines: [engine] } },
        [`europe-west4-${host}/v1/projects/acme-prod/locations/europe-west4/reasoningEngines`]: {
          status: 403,
          body: { error: { message: 'disabled' } },
        },
      },
    });
    expect(await read(session, 'us-central1/agents')).toMatchObject([{ kind: 'agent', name: 'helper', env_names: ['X'] }]);
    await expect(read(session, 'europe-west4/agents')).rejects.toThrow(/agents in europe-west4|403/);
  });

  it('reads every page', async () => {
    const type = 'secretmanager.googleapis.com/Secret';
    const all = Array.from({ length: 7 }, (_, at) => asset(`//secretmanager.googleapis.com/projects/1/secrets/s${at}`, type, {}));
    expect(await read(await opened({ assets: { [type]: all }, pageSize: 3 }), 'global/secrets')).toHaveLength(7);
  });
});

describe('a Google Cloud that does not answer', () => {
  const inventory = 'cloudasset.googleapis.com/v1/projects/acme-prod/assets';
  it.each([
    ['a missing permission', { status: 403, body: { error: { code: 403, message: 'denied', status: 'PERMISSION_DENIED' } } }, CloudRefused],
    ['throttling for ever', { status: 429 }, CloudThrottled],
    ['half a page', { body: { assets: 'none' } }, CloudUnreachable],
    ['a page of HTML', { body: '<html>' }, CloudUnreachable],
  ])('names %s', async (_, told, Kind) => {
    await expect(read(await opened({ paths: { [inventory]: told } }), 'global/run')).rejects.toThrow(Kind);
  });

  it.each(['{"type": "service_account", "private_key": "bm90IGEga2V5"', '{"type": "something", "token": "bm90IGEga2V5"}', '[]'])(
    'refuses a credentials file that is none without quoting it',
    async (content) => {
      server = await gcpServer({});
      writeFileSync(server.environment['GOOGLE_APPLICATION_CREDENTIALS'] ?? '', content);
      const failed = gcp.open(connection, cloudAccess(server.environment, { fetch: server.fetch }));
      await expect(failed).rejects.toThrow(CloudRefused);
      await expect(failed).rejects.not.toThrow('bm90');
    },
  );
});

it('prints a role with just the permissions that the readers name', () => {
  for (const form of ['cli', 'terraform'] as const)
    for (const permission of gcp.permissions) expect(gcp.roleText(form, connection)).toContain(permission);
  expect(gcp.permissions.filter((one) => !/\.(?:get|list[A-Za-z]*|use)$/.test(one))).toEqual([]);
});

/** The permission that each request needs, by the reference of its method. */
const NEEDED: readonly [RegExp, string][] = [
  [/^cloudasset\.googleapis\.com\/.*contentType=RESOURCE/, 'cloudasset.assets.listResource'],
  [/^cloudasset\.googleapis\.com\/.*contentType=IAM_POLICY/, 'cloudasset.assets.listIamPolicy'],
  [/^aiplatform\.googleapis\.com\/v1\/projects\/[^/]+\/locations(?:\?|$)/, 'aiplatform.locations.list'],
  [/^[a-z0-9-]+-aiplatform\.googleapis\.com\/.*\/reasoningEngines(?:\?|$)/, 'aiplatform.reasoningEngines.list'],
  [/^iam\.googleapis\.com\/v1\/(?:projects\/[^/]+\/)?roles\/[^/?]+$/, 'iam.roles.get'],
  [/^modelarmor\.[a-z0-9.-]*googleapis\.com\/.*floorSetting/, 'modelarmor.floorSettings.get'],
  [/^cloudresourcemanager\.googleapis\.com\/.*:testIamPermissions$/, 'resourcemanager.projects.get'],
];

it('asks for just the permissions of the printed role', async () => {
  const PROJECT = 'cloudresourcemanager.googleapis.com/Project';
  const session = await opened({
    policies: {
      [PROJECT]: [policy('//p', PROJECT, { role: 'roles/viewer', members: ['serviceAccount:a@acme-prod.iam.gserviceaccount.com'] })],
    },
    assets: {
      'iam.googleapis.com/ServiceAccount': [
        asset('//sa/a', 'iam.googleapis.com/ServiceAccount', { email: 'a@acme-prod.iam.gserviceaccount.com' }),
      ],
    },
    paths: {
      'aiplatform.googleapis.com/v1/projects/acme-prod/locations': { body: { locations: [{ locationId: 'us-central1' }] } },
      'iam.googleapis.com/v1/roles/viewer': { body: { includedPermissions: [] } },
    },
  });
  await session.prove();
  for (const part of await session.parts()) for await (const _ of part.read());
  const used = new Set(
    server?.asked.filter(({ url }) => url !== '/token').map(({ url, headers }) => neededBy(`${headers['x-meant-for']}${url}`)),
  );
  const isCounted = server?.asked.some(({ headers }) => headers['x-goog-user-project'] !== undefined);
  expect([...used, ...(isCounted ? ['serviceusage.services.use'] : [])].sort()).toEqual(gcp.permissions);
});

function neededBy(request: string): string {
  return NEEDED.find(([pattern]) => pattern.test(request))?.[1] ?? `unknown: ${request}`;
}
