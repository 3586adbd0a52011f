import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { awsAuthorization } from '../../src/control-plane/identity/aws-signature.js';
import { sweep } from '../../src/control-plane/retention/retention.js';
import { sha256 } from '../../src/support/sha256.js';
import { openTestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';
import { type S3Server, startS3 } from '../support/s3-server.js';
import { temporaryFolder } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

const DAY = 86_400_000;
const FINDING = { id: 'CVE-2021-23337', title: 'command injection', severity: 'high', purl: 'pkg:npm/lodash@4.17.20' };

describe.each(databases())('evidence in a bucket, on $name', (database) => {
  let s3: S3Server;
  let key = '';
  const environment: Record<string, string> = {
    AWS_REGION: 'eu-test-1',
    AWS_ACCESS_KEY_ID: 'AKIDTEST',
    AWS_SECRET_ACCESS_KEY: 'bucket-secret',
  };
  const at = withPlane(database, async () => {
    s3 = await startS3();
    environment['AWS_ENDPOINT_URL_S3'] = s3.url;
    return { evidenceBucket: { bucket: s3.bucket, prefix: 'team/a' }, environment };
  });
  beforeAll(async () => {
    key = await at.key('acme', 'admin', { expiresAt: timeOf(at.plane, 1000 * DAY) });
  });
  afterAll(() => s3.close());
  const push = (title: string) => at.ask('POST', '/v1/findings/bulk', { key, body: { findings: [{ ...FINDING, title }] } });
  const content = async () => {
    const { body } = await at.ask('GET', '/v1/evidence', { key });
    return at.ask('GET', `/v1/evidence/${body.items[0].evidence_id}/content`, { key });
  };

  it('is stored there, packed, and given back as it was', async () => {
    expect((await push('first')).status).toBe(200);
    expect([...s3.objects.keys()]).toEqual([expect.stringMatching(/^team\/a\/([0-9a-f]{2})\/\1[0-9a-f]{62}\.\d{8}\.gz$/)]);
    const { status, text } = await content();
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('"first"') });
    expect(s3.refused).toEqual([]);
  });

  it('is never given when it was changed, or is gone', async () => {
    const [name = '', bytes = Buffer.alloc(0)] = [...s3.objects][0] ?? [];
    s3.objects.set(name, Buffer.from(bytes).fill(1, 12, 16));
    expect(await content()).toMatchObject({ status: 502, body: { detail: expect.stringContaining('were changed') } });
    s3.objects.delete(name);
    expect(await content()).toMatchObject({ status: 502, body: { detail: expect.stringContaining('are gone') } });
    s3.objects.set(name, bytes);
    expect((await content()).status).toBe(200);
  });

  it('makes a push come again while the bucket is away, and leaves nothing half done', async () => {
    s3.failWith = 503;
    const refused = await push('second');
    expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '2' } });
    expect(refused.text).not.toContain(s3.bucket);
    s3.failWith = undefined;
    expect((await at.ask('GET', '/v1/evidence', { key })).body.items).toHaveLength(1);
    expect((await push('second')).status).toBe(200);
  });

  it('is listed past what others keep there, and never as nothing where the answer cannot be read', async () => {
    const [own = ''] = [...s3.objects.keys()].sort();
    const folder = own.slice(0, 'team/a/00/'.length);
    const foreign = Array.from({ length: 8 }, (_, at) => `${folder}&${at}`);
    for (const name of foreign) s3.objects.set(name, Buffer.from('x'));
    const part = Number.parseInt(folder.slice(-3, -1), 16);
    expect(await at.plane.evidence.list(part, 0)).toMatchObject([{ storageUri: `bucket:${own.slice('team/a/'.length)}` }]);
    for (const name of foreign) s3.objects.delete(name);
    s3.objects.set(`${folder}<`, Buffer.from('x'));
    await expect(at.plane.evidence.list(part, 0)).rejects.toThrow(/list of objects cannot be read/);
    s3.objects.delete(`${folder}<`);
  });

  it('goes when retention says so, and so does what no row names, page by page', async () => {
    for (const name of ['third', 'fourth', 'fifth', 'sixth', 'seventh'])
      await at.plane.evidence.put('raw', 'text/plain', Buffer.from(name));
    expect(s3.objects.size).toBe(7);
    await sweep(at.plane);
    expect(s3.objects.size).toBe(7);
    // Signatures are of the wall clock's time, so the sweep's time is told and not waited for.
    const later = Date.now() + 2 * DAY;
    for (let part = 0; part < 256; part += 1) {
      for (const { storageUri } of await at.plane.evidence.list(part, 0)) {
        const row = await at.plane.store.read('acme', ({ db }) =>
          db.selectFrom('evidence').select('hash').where('storage_uri', '=', storageUri).executeTakeFirst(),
        );
        if (!row) expect(await at.plane.evidence.removeUntouched(storageUri, later)).toBe(true);
      }
    }
    expect(s3.objects.size).toBe(2);
  });

  it('still gives what lay in the folder before', async () => {
    const folder = await openTestPlane();
    const stored = await folder.plane.evidence.put('raw', 'text/plain', Buffer.from('from before'));
    const both = await openTestPlane({
      dataFolder: join(folder.folder, 'data'),
      evidenceBucket: { bucket: s3.bucket, prefix: '' },
      environment,
    });
    expect(Buffer.from(await both.plane.evidence.get(stored.storageUri, stored.hash)).toString()).toBe('from before');
    const inBucket = await both.plane.evidence.put('raw', 'text/plain', Buffer.from('since then'));
    await expect(folder.plane.evidence.get(inBucket.storageUri, inBucket.hash)).rejects.toThrow(/none is set up/);
    await both.close();
    await folder.close();
  });
});

describe('the keys of a bucket', () => {
  let s3: S3Server;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.close());
  const open = (environment: Record<string, string>, bucket = s3.bucket) =>
    openTestPlane({
      evidenceBucket: { bucket, prefix: '' },
      environment: {
        AWS_REGION: 'eu-test-1',
        AWS_ENDPOINT_URL_S3: s3.url,
        AWS_EC2_METADATA_SERVICE_ENDPOINT: 'http://127.0.0.1:1',
        ...environment,
      },
    });

  it('are checked at the start, and what is wrong is said without them', async () => {
    const wrong = { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'hunter2hunter2' };
    await expect(open(wrong)).rejects.toMatchObject({
      where: `s3://${s3.bucket}`,
      message: expect.stringContaining('SignatureDoesNotMatch'),
    });
    await expect(open({ ...wrong, AWS_SECRET_ACCESS_KEY: 'bucket-secret' }, 'nobodys-bucket')).rejects.toThrow(/NoSuchBucket/);
    await expect(open({})).rejects.toThrow(/cannot be used|not available/);
  });

  it('come from a mounted file too, with the token of a session', async () => {
    s3.keys.set('ASIATEST', { secret: 'lent-secret', token: 'session-token' });
    const folder = temporaryFolder();
    const file = join(folder.path, 'credentials');
    const pairs = 'aws_access_key_id = ASIATEST\naws_secret_access_key=lent-secret\naws_session_token = session-token';
    writeFileSync(file, `[other]\naws_access_key_id = AKIDOTHER\n\n[castellan]\n${pairs}\n`);
    const at = await open({ AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: 'castellan' });
    expect((await at.plane.evidence.put('raw', 'text/plain', Buffer.from('x'))).storageUri).toMatch(/^bucket:/);
    await at.close();
    folder.dispose();
  });
});

describe('the signature of Amazon S3', () => {
  it('is that of the published example', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': sha256(''),
      'x-amz-date': '20130524T000000Z',
    };
    const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
    const request = { method: 'GET', path: '/test.txt', query: '', headers, body: new Uint8Array() };
    expect(awsAuthorization(request, keys, { region: 'us-east-1', service: 's3' })).toMatch(
      /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
    );
  });
});
