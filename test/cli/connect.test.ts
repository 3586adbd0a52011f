import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloudAccounts, cloudConfigurations } from '../../src/api/cloud.js';
import * as connect from '../../src/cli/commands/connect.js';
import * as scan from '../../src/cli/commands/scan.js';
import { awsProvider } from '../../src/collect/cloud/aws/aws-provider.js';
import { cloudOptions } from '../../src/config/cloud-settings.js';
import { cloudProviders } from '../../src/model/cloud.js';
import { giveFunction, giveReader, READER, REGION } from '../support/aws/account.js';
import { ACCOUNT, type AwsServer, startAws } from '../support/aws/aws-server.js';
import { type Asked, type Loopback, loopback, type Told } from '../support/loopback.js';
import { KEY, pushFolder } from '../support/push-command.js';
import { runCommand } from '../support/run-command.js';

const SECRET = 'test-secret';
const ID = 'con_01HZZZZZZZ';
const registered = { connection_id: ID, health: 'unverified', last_error: null };

let aws: AwsServer;
let plane: Loopback;
let tell: (asked: Asked) => Told;

beforeEach(async () => {
  aws = await startAws();
  giveReader(aws);
  tell = ({ url }) => (url.endsWith('/verify') ? { body: { ...registered, health: 'healthy' } } : { status: 201, body: registered });
  plane = await loopback((asked) => tell(asked));
});
afterEach(async () => {
  await aws.close();
  await plane.close();
});

const environment = () => ({ AWS_ENDPOINT_URL: aws.url, AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: SECRET });
const role = { roleArn: READER, externalId: 'ext-1', regions: [REGION] };

async function connectAws(flags: Record<string, unknown> = {}) {
  const { keyFile, path } = pushFolder();
  const result = await runCommand(connect, ['aws'], { ...role, controlPlane: plane.url, keyFile, ...flags }, path, environment());
  for (const secret of [SECRET, KEY, 'SESSIONTOKEN'])
    expect(result.out + result.err + JSON.stringify(plane.asked.map(({ body }) => body))).not.toContain(secret);
  return result;
}

describe('castellan connect', () => {
  it('proves, registers, and ends well only when the service has verified it', async () => {
    const { code, out, err } = await connectAws();
    expect([code, err.trimEnd()]).toEqual([0, `connected aws:${ACCOUNT}: ${ID} is verified by the control plane`]);
    expect(out).toContain('read_only: proven');
    expect(out).toContain('denied   s3:PutObject');
    expect(plane.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /v1/cloud/connections',
      `POST /v1/cloud/connections/${ID}/verify`,
    ]);
    expect(JSON.parse(plane.asked[0]?.body ?? '')).toEqual({
      provider: 'aws',
      display_name: `aws:${ACCOUNT}`,
      account: ACCOUNT,
      configuration: { role_arn: READER, external_id: 'ext-1', regions: [REGION] },
    });
  });

  it('prints one JSON document with --format json', async () => {
    const { code, out } = await connectAws({ format: ['json'] });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ read_only: 'proven', registered: true, verified: true, connection_id: ID, health: 'healthy' });
  });

  it('refuses a role that may write, and registers nothing', async () => {
    giveReader(aws, ['s3:PutObject']);
    const { code, out, err } = await connectAws();
    expect(code).toBe(1);
    expect(out).toMatch(/read_only: violated[\s\S]*granted {2}s3:PutObject/);
    expect(err).toContain('is not registered');
    expect(plane.asked).toEqual([]);
  });

  it('says what the cloud refuses, and registers nothing', async () => {
    const { code, err } = await connectAws({ externalId: 'other-1' });
    expect([code, plane.asked]).toEqual([1, []]);
    expect(err).toContain('sts:AssumeRole');
  });

  it.each([
    [400, 2],
    [422, 2],
    [401, 1],
    [403, 1],
    [404, 1],
    [413, 1],
    [429, 1],
    [500, 1],
    [503, 1],
  ])('ends with its code when the control plane answers %i to the registration', async (status, code) => {
    tell = () => ({ status, body: { detail: 'configuration.role_arn: not a role of this account' } });
    const result = await connectAws();
    expect(result.code).toBe(code);
    expect(result.err).toContain('configuration.role_arn: not a role of this account');
    expect(result.err).toContain('not registered');
    expect(plane.asked.some(({ url }) => url.endsWith('/verify'))).toBe(false);
  });

  it.each([
    ['a page of HTML', { status: 200, body: '<html>Sign in</html>' }],
    ['an object of something else', { status: 201, body: { hello: 'world' } }],
  ])('takes %s for no control plane', async (_, answer) => {
    tell = () => answer;
    expect(await connectAws()).toMatchObject({ code: 1, err: expect.stringContaining('not that of a control plane') });
  });

  it('needs a control plane that is there', async () => {
    expect((await connectAws({ controlPlane: 'http://127.0.0.1:9' })).code).toBe(1);
    expect(await connectAws({ controlPlane: undefined })).toMatchObject({ code: 1, err: expect.stringContaining('no control plane') });
  });

  it.each([
    [{ status: 200, body: { ...registered, health: 'unverified', last_error: 'AWS refused the service' } }, 'AWS refused the service'],
    [{ status: 200, body: { ...registered, health: 'unreachable', last_error: 'no answer' } }, 'no answer'],
    [{ status: 503, body: { detail: 'this service has no client for aws' } }, 'this service has no client for aws'],
    [{ status: 422, body: { detail: 'odd' } }, 'odd'],
    [{ status: 200, body: '<html></html>' }, 'not that of a control plane'],
  ])('is not done before the service has verified it: %j', async (answer, words) => {
    tell = ({ url }) => (url.endsWith('/verify') ? answer : { status: 201, body: registered });
    const { code, err } = await connectAws();
    expect(code).toBe(1);
    expect(err).toContain(`registered as ${ID}, but not verified`);
    expect(err).toContain(words);
    expect(err).toContain('stays unverified and is never run');
  });

  it('verifies again what was registered in the same way before, and leaves other connections alone', async () => {
    const configuration = { external_id: 'ext-1', regions: [REGION], role_arn: READER };
    const known = { ...registered, provider: 'aws', account: ACCOUNT, status: 'registered', configuration };
    const items = [known];
    tell = ({ method, url }) => {
      if (url.endsWith('/verify')) return { body: { ...registered, health: 'degraded', last_error: 'not proven to be read-only' } };
      return method === 'GET' ? { body: { items, next_cursor: null } } : { status: 409, body: { detail: 'connected already' } };
    };
    expect(await connectAws()).toMatchObject({ code: 0, err: expect.stringContaining('not proven to be read-only') });
    items[0] = { ...known, configuration: { ...configuration, external_id: 'another' } };
    expect(await connectAws()).toMatchObject({ code: 1, err: expect.stringContaining('connected already') });
  });

  it.each([
    ['a cloud that is none', ['aws2'], {}, 'did you mean'],
    ['no cloud', [], {}, 'expected one of aws, azure, gcp, snowflake'],
    ['an option of another cloud', ['azure'], { roleArn: READER }, '--role-arn'],
    ['no role to connect', ['aws'], {}, '--role-arn'],
    ['no subscription', ['azure'], { tenantId: '3f2504e0-4f89-11d3-9a0c-0305e82c3301' }, '--subscription'],
    ['no role of Snowflake', ['snowflake'], { account: 'acme-eu1' }, '--role'],
    ['a role that is none', ['aws'], { roleArn: 'admin' }, '--role-arn'],
    ['an account that is none', ['gcp'], { project: ['A B'] }, '--project'],
    ['a form that the cloud does not have', ['snowflake'], { emit: 'cloudformation' }, '--emit'],
  ])('takes %s for a mistake of whoever typed it', async (_, operands, flags, words) => {
    expect(await runCommand(connect, operands, flags)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
    expect(aws.asked).toEqual([]);
  });

  it('prints the role with the permissions that the collectors need, and asks nobody', async () => {
    for (const form of ['terraform', 'cloudformation', 'cli']) {
      const { code, out } = await runCommand(connect, ['aws'], { ...role, emit: form });
      expect(code).toBe(0);
      const named = [...out.matchAll(/\b[a-z0-9-]{2,40}:[A-Z][A-Za-z]{2,60}\b/g)].map(([permission]) => permission);
      for (const permission of awsProvider.permissions) expect(named).toContain(permission);
    }
    expect([aws.asked, plane.asked]).toEqual([[], []]);
  });

  it('has an option for each field of a configuration, and no other', () => {
    for (const provider of cloudProviders) {
      expect(Object.keys(cloudOptions[provider].configuration).sort()).toEqual(Object.keys(cloudConfigurations[provider].shape).sort());
      expect(cloudAccounts[provider]).toBeInstanceOf(RegExp);
    }
  });
});

describe('castellan scan --cloud', () => {
  const scanAws = (flags: Record<string, unknown> = {}) =>
    runCommand(scan, [], { cloud: 'aws', ...role, format: ['json'], quiet: true, ...flags }, pushFolder().path, environment());

  it('reports what the account holds, without a service', async () => {
    giveFunction(aws);
    const { code, out, err } = await scanAws();
    const report = JSON.parse(out);
    expect(report.scan_run).toMatchObject({ targets: [`aws:${ACCOUNT}`], issues: [] });
    expect(report.cloud.map(({ type }: { type: string }) => type)).toContain('AWS::Lambda::Function');
    expect(report.findings.map(({ rule }: { rule: string }) => rule)).toContain('cloud-open-endpoint');
    expect(out + err).not.toContain('never-to-be-shown');
    expect([code, report.verdict.outcome]).toEqual([0, 'findings']);
  });

  it('is incomplete where a region refuses, and names it', async () => {
    aws.answers.set('lambda:ListFunctions', () => ({ error: 'AccessDeniedException' }));
    const { code, err } = await scanAws();
    expect([code, err]).toEqual([1, expect.stringContaining(`aws/${ACCOUNT}/${REGION}/lambda`)]);
  });

  it('is incomplete where the cloud lets nobody in', async () => {
    const { code, err } = await scanAws({ externalId: 'wrong-1' });
    expect([code, err]).toEqual([1, expect.stringContaining(`aws:${ACCOUNT}`)]);
  });

  it('reads the account of the session, where none is named', async () => {
    const { code, out } = await scanAws({ roleArn: undefined, externalId: undefined });
    const report = JSON.parse(out);
    expect([code, report.scan_run.targets, report.scan_run.issues]).toEqual([0, ['aws'], []]);
    expect(report.scan_run.collectors.map(({ target }: { target: string }) => target)).toContain(`aws/${ACCOUNT}/${REGION}/lambda`);
  });

  it('opens no connection offline', async () => {
    expect(await scanAws({ offline: true })).toMatchObject({ code: 2, err: expect.stringContaining('--offline') });
    expect(aws.asked).toEqual([]);
  });

  it('takes options of an account only with a cloud', async () => {
    expect(await scanAws({ cloud: undefined })).toMatchObject({ code: 2, err: expect.stringContaining('means nothing without --cloud') });
  });
});
