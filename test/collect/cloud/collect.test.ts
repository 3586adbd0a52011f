import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CloudCollecting, cloudLimits, collectClouds } from '../../../src/collect/cloud/collect.js';
import { CloudRefused, CloudThrottled, CloudUnreachable } from '../../../src/collect/cloud/contract/cloud-errors.js';
import type { CloudAccess, CloudProvider } from '../../../src/collect/cloud/contract/provider.js';
import { finishedPartsIn } from '../../../src/collect/cloud/finished-parts.js';
import { appendedLines } from '../../../src/system/appended-lines.js';
import { diskFiles } from '../../../src/system/files.js';
import { chatbot, cloudOf, connection, resource } from '../../support/clouds.js';

const noFetch = () => Promise.reject(new Error('nothing is fetched here'));

function collecting(
  provider: CloudProvider,
  more: Partial<Omit<CloudCollecting, 'access'>> & { access?: Partial<CloudAccess> } = {},
): CloudCollecting {
  const access = {
    fetch: noFetch,
    directFetch: noFetch,
    files: diskFiles,
    environment: {},
    clock: () => 0,
    identity: 'developer' as const,
  };
  return {
    registry: { aws: async () => provider },
    ...more,
    access: { signal: new AbortController().signal, ...access, ...more.access },
  };
}

describe('reading clouds', () => {
  it('joins all parts, once each and in an order of their own', async () => {
    const [first, ...others] = chatbot();
    const parts = { 'a/eu/one': [others, first ? [first] : []], 'a/us/two': [[resource('service', 'web')]], 'a/us/three': [] };
    const { resources, agents, images, collectors, issues } = await collectClouds([connection], collecting(cloudOf(parts)));
    expect(resources.map(({ ref }) => ref)).toEqual([...new Set(resources.map(({ ref }) => ref))].sort());
    expect(agents).toEqual([expect.objectContaining({ client: 'helper', servers: [] })]);
    expect(images).toEqual([{ reference: 'shop/web:latest', used_by: ['cloud:aws:service/web'] }]);
    expect(collectors.map(({ target, outcome }) => `${target} ${outcome}`)).toEqual([
      'aws/a/eu/one scanned',
      'aws/a/us/two scanned',
      'aws/a/us/three empty',
    ]);
    expect(issues).toEqual([]);
  });

  it('names each part that refuses, does not answer or ends halfway, and keeps the rest', async () => {
    const parts = {
      'a/eu/one': [[resource('data', 'x')]],
      'a/us/two': [new CloudRefused({ message: 'not allowed to list functions' })],
      'a/us/three': [[resource('data', 'y')], new CloudUnreachable({ message: 'no answer' })],
      'a/us/four': [new CloudThrottled({ message: 'asked to slow down for 60 s' })],
      'a/us/five': [new TypeError('half a page')],
    };
    const { resources, collectors, issues } = await collectClouds([connection], collecting(cloudOf(parts)));
    expect(resources.map(({ name }) => name)).toEqual(['x', 'y']);
    expect(collectors.map(({ outcome }) => outcome)).toEqual(['scanned', 'failed', 'truncated', 'failed', 'failed']);
    expect(issues.map(({ path, kind, reason }) => [path, kind, reason])).toEqual([
      ['aws/a/us/two', 'unreadable', 'not allowed to list functions'],
      ['aws/a/us/three', 'network', 'no answer'],
      ['aws/a/us/four', 'timeout', 'asked to slow down for 60 s'],
      ['aws/a/us/five', 'unparsable', 'cannot be worked out: half a page'],
    ]);
  });

  it('is an outcome, too, when the cloud does not let us in at all', async () => {
    const closed: CloudProvider = { ...cloudOf({}), open: () => Promise.reject(new CloudRefused({ message: 'the token has expired' })) };
    const { collectors, issues } = await collectClouds([connection], collecting(closed));
    expect(collectors).toEqual([expect.objectContaining({ target: 'aws:111122223333', outcome: 'failed' })]);
    expect(issues).toEqual([expect.objectContaining({ reason: 'the token has expired' })]);
    const unknown = await collectClouds([{ ...connection, provider: 'gcp' }], collecting(closed));
    expect(unknown.issues).toEqual([expect.objectContaining({ reason: 'gcp: this version of castellan reads no such cloud' })]);
  });

  it('says what its ceilings leave out', async () => {
    const limits = { ...cloudLimits, parts: 2, resources: 3, resourcesOfPart: 2 };
    const many = ['a', 'b', 'c'].map((name) => resource('data', name));
    const parts = { one: [many], two: [many.map((each) => ({ ...each, ref: `${each.ref}2` }))], three: [many] };
    const { resources, collectors, issues } = await collectClouds([connection], collecting(cloudOf(parts), { limits }));
    expect(resources).toHaveLength(3);
    expect(collectors.map(({ outcome }) => outcome)).toEqual(['truncated', 'truncated', 'truncated', 'truncated']);
    expect(issues.map(({ reason }) => reason)).toEqual([
      'only the first 2 resources were read',
      'only the first 2 resources were read',
      '1 of 3 parts were not read: at most 2 are',
      '1 resources were left out: at most 3 are kept',
    ]);
  });

  it('reads nothing with the identity of a service that may write', async () => {
    const read: string[] = [];
    const tried = [{ permission: 's3:PutObject', answer: 'granted' as const }];
    const provider = cloudOf({ one: [[resource('data', 'x')]] }, { read_only: 'violated', tried });
    const options = { onPart: (id: string) => void read.push(id) };
    await expect(collectClouds([connection], collecting(provider, { ...options, access: { identity: 'service' } }))).rejects.toThrow(
      'not read-only, so nothing was read: it may s3:PutObject',
    );
    expect(read).toEqual([]);
    await collectClouds([connection], collecting(provider, options));
    expect(read).toEqual(['one']);
  });

  it('goes on after a crash where it stopped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cloud-'));
    const path = join(folder, 'parts');
    try {
      const broken = { one: [[resource('data', 'x')]], two: [new CloudUnreachable({ message: 'gone' })] };
      await collectClouds([connection], collecting(cloudOf(broken), { finished: finishedPartsIn(appendedLines(path)) }));
      expect(statSync(path).mode & 0o777).toBe(0o600);
      // A crash cuts the last line off.
      writeFileSync(path, `${readFileSync(path, 'utf8')}\n{"id":"two","resou`);
      const again = { one: [new Error('read twice')], two: [[resource('data', 'y')]] };
      const run = () => collectClouds([connection], collecting(cloudOf(again), { finished: finishedPartsIn(appendedLines(path)) }));
      expect((await run()).resources.map(({ name }) => name)).toEqual(['x', 'y']);
      expect((await run()).issues).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('ends when it is told to', async () => {
    const abort = new AbortController();
    const provider = cloudOf({ one: [[resource('data', 'x')]] });
    abort.abort();
    await expect(collectClouds([connection], collecting(provider, { access: { signal: abort.signal } }))).rejects.toThrow('aborted');
  });
});
