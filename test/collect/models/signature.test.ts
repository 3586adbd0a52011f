import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSignature, type SignatureTrust, verifyModelSignature } from '../../../src/collect/models/signing/signature.js';
import { diskFiles } from '../../../src/system/files.js';
import { type ModelContents, type Signing, sha256, signingKeys, signModel } from '../../support/model-signer.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;
const keys = signingKeys();
const model: ModelContents = { 'config.json': '{}', 'weights/a.bin': 'weights', 'weights-1.txt': 'x' };

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.dispose());

function put(contents: ModelContents): void {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
}

function verify(trust: Partial<SignatureTrust> = {}) {
  const at = { files: diskFiles, location: folder.path, signature: join(folder.path, 'model.sig'), shown: 'model.sig' };
  return verifyModelSignature(at, { publicKeys: [keys.pem], certificates: [], now: Date.now(), ...trust });
}

/** Signs the model, lets a test change what lies on the disk, and verifies. */
async function signed(signing: Signing = {}, change: ModelContents = {}, trust: Partial<SignatureTrust> = {}) {
  put({ ...model, 'model.sig': signModel(model, { keys, ...signing }), ...change });
  return verify(trust);
}

describe('a model signature', () => {
  it('verifies with the key that made it, and covers every file', async () => {
    expect(await signed()).toEqual({ state: 'verified', method: 'key', problems: [], uncovered: [], notes: [] });
  });

  it.each(['secp384r1', 'secp521r1'])('verifies with a key on %s', async (curve) => {
    const other = signingKeys(curve);
    expect(await signed({ keys: other }, {}, { publicKeys: [keys.pem, other.pem] })).toMatchObject({ state: 'verified' });
  });

  it('is missing, or present while nobody says whose key counts', async () => {
    expect(await verify()).toMatchObject({ state: 'missing' });
    expect(await signed({}, {}, { publicKeys: [] })).toMatchObject({ state: 'present', problems: [{ kind: 'trust' }] });
  });

  it('is invalid without any key once a file differs', async () => {
    expect(await signed({}, { 'config.json': '{ }' }, { publicKeys: [] })).toMatchObject({ state: 'invalid' });
  });

  it('lists what was changed, added and taken away', async () => {
    const resources = [...Object.entries(model), ['gone.bin', 'y'] as const].map(([name, text]) => ({
      name,
      algorithm: 'sha256',
      digest: sha256(text),
    }));
    const result = await signed({ resources }, { 'weights/a.bin': 'WEIGHTS', '.hidden': 'hook', empty: '' });
    expect(result.state).toBe('invalid');
    expect(result.problems.map(({ kind, path }) => [kind, path])).toEqual([
      ['extra', '.hidden'],
      ['extra', 'empty'],
      ['missing', 'gone.bin'],
      ['changed', 'weights/a.bin'],
    ]);
  });

  it('does not hold with another key, whatever its hint says', async () => {
    const other = signingKeys();
    expect(await signed({}, {}, { publicKeys: [other.pem] })).toMatchObject({ state: 'invalid', problems: [{ kind: 'signature' }] });
    expect(await signed({ keys: other, hint: sha256(keys.pem) })).toMatchObject({ state: 'invalid', problems: [{ kind: 'signature' }] });
  });

  it('names ignored files that exist, not those of git', async () => {
    const serialization = { ignore_paths: ['.git', 'model.sig', 'notes', '../..', '/etc'] };
    expect(await signed({ serialization }, { 'notes/a.md': 'a', '.git/config': 'c' })).toMatchObject({
      state: 'verified',
      uncovered: ['notes/a.md'],
    });
  });

  it.each<[string, Signing]>([
    ['an ignore list that holds all', { serialization: { ignore_paths: ['.'] } }],
    ['an empty list of files', { resources: [] }],
    ['a path outside the model', { resources: [{ name: '../x', algorithm: 'sha256', digest: sha256('') }] }],
    ['an absolute path', { resources: [{ name: '/etc/passwd', algorithm: 'sha256', digest: sha256('') }] }],
    ['a path with a backslash', { resources: [{ name: '..\\x', algorithm: 'sha256', digest: sha256('') }] }],
    ['a file twice', { resources: [1, 2].map(() => ({ name: 'config.json', algorithm: 'sha256', digest: sha256('{}') })) }],
    ['a hash nobody agreed on', { serialization: { hash_type: 'md5' } }],
    ['a digest under another hash than declared', { serialization: { hash_type: 'blake3' } }],
    ['a method nobody agreed on', { serialization: { method: 'tar' } }],
    ['another root digest', { statement: { subject: [{ name: 'm', digest: { sha256: sha256('other') } }] } }],
    ['two subjects', { statement: { subject: [{}, {}] } }],
    ['another statement', { statement: { _type: 'https://in-toto.io/Statement/v0.1' } }],
    ['another predicate', { statement: { predicateType: 'https://slsa.dev/provenance/v1' } }],
    ['another media type', { bundle: { mediaType: 'text/plain' } }],
    ['no envelope', { bundle: { dsseEnvelope: null } }],
    ['neither key nor certificate', { bundle: { verificationMaterial: {} } }],
    ['a chain without certificates', { bundle: { verificationMaterial: { x509CertificateChain: { certificates: [] } } } }],
  ])('is refused for %s', async (_, signing) => {
    expect(await signed(signing)).toMatchObject({ state: 'invalid', problems: [{ kind: 'bundle' }] });
  });

  it.each(['', '[]', '{"mediaType":', '\u0000', '['.repeat(5000)])('is refused when the file is no bundle: %j', async (text) => {
    put({ ...model, 'model.sig': text });
    expect(await verify()).toMatchObject({ state: 'invalid', problems: [{ kind: 'bundle' }] });
  });

  it('counts shards that join, and no others', async () => {
    const text = 'abcdefgh';
    const shard = (start: number, end: number) => ({
      name: `w:${start}:${end}`,
      algorithm: 'sha256-sharded-4',
      digest: sha256(text.slice(start, end)),
    });
    const sharded = async (resources: ReturnType<typeof shard>[], content = text) => {
      put({ w: content, empty: '', 'model.sig': signModel({}, { keys, resources, serialization: { method: 'shards', shard_size: 4.0 } }) });
      return verify();
    };
    expect(await sharded([shard(0, 4), shard(4, 8)])).toMatchObject({ state: 'verified', uncovered: ['empty'] });
    expect(await sharded([shard(0, 4), shard(4, 8)], `${text}!`)).toMatchObject({
      state: 'invalid',
      problems: [{ kind: 'changed', path: 'w' }],
    });
    expect(await sharded([shard(0, 4), shard(5, 8)])).toMatchObject({ state: 'invalid' });
    expect(await sharded([shard(0, 4), shard(3, 8)])).toMatchObject({ state: 'invalid' });
  });

  it('follows symbolic links only where the signer allowed them, and only inside the model', async () => {
    put(model);
    symlinkSync('config.json', join(folder.path, 'link.json'));
    const resources = Object.entries({ ...model, 'link.json': '{}' }).map(([name, text]) => ({
      name,
      algorithm: 'sha256',
      digest: sha256(text),
    }));
    expect(await signed({ resources })).toMatchObject({ state: 'invalid', problems: [{ path: 'link.json' }, { path: 'link.json' }] });
    expect(await signed({ resources, serialization: { allow_symlinks: true } })).toMatchObject({ state: 'verified' });
    symlinkSync('/etc/hostname', join(folder.path, 'out'));
    expect(await signed({ resources, serialization: { allow_symlinks: true } })).toMatchObject({
      state: 'invalid',
      problems: [{ kind: 'unreadable', path: 'out' }],
    });
  });

  it('of the keyless kind waits for a trust root, and does not hold against a foreign one', async () => {
    const bundle = { verificationMaterial: { certificate: { rawBytes: 'MAA=' }, tlogEntries: [] } };
    expect(await signed({ bundle })).toMatchObject({ state: 'present', method: 'sigstore' });
    const trust = {
      trustedRoot: { tlogs: [], certificateAuthorities: [], ctlogs: [], timestampAuthorities: [] },
      identity: 'a@b',
      issuer: 'https://c',
    };
    expect(await signed({ bundle }, {}, trust)).toMatchObject({ state: 'invalid', problems: [{ kind: 'signature' }] });
  });

  it('is found by name, or by content under another name', () => {
    expect(findSignature(diskFiles, folder.path)).toBeUndefined();
    put({ 'other.sig': 'PGP', 'release.sig': signModel(model) });
    expect(findSignature(diskFiles, folder.path)).toBe(`${folder.path}/release.sig`);
    put({ 'model.sig': '' });
    expect(findSignature(diskFiles, folder.path)).toBe(`${folder.path}/model.sig`);
  });
});
