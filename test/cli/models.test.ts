import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { signingKeys, signModel } from '../support/model-signer.js';
import { calling, pickle } from '../support/pickle-writer.js';
import { npmLock, projectFolder } from '../support/project-folder.js';
import { castellan, type RunResult } from '../support/spawn-cli.js';
import { zipOf } from '../support/zip-writer.js';

function scan(cwd: string, ...more: string[]): Promise<RunResult> {
  return castellan(['scan', '--models', '.', '--offline', '--no-vulnerabilities', '--format', 'json', ...more], { cwd });
}

const report = ({ stdout }: RunResult) => JSON.parse(stdout);
const verdictsOf = (result: RunResult): Record<string, string> =>
  Object.fromEntries(report(result).models.map(({ path, verdict }: { path: string; verdict: string }) => [path, verdict]));

/** A file of the safetensors format with one tensor of zeros. */
function safetensors(metadata: Record<string, string> = {}): Buffer {
  const header = Buffer.from(JSON.stringify({ __metadata__: metadata, w: { dtype: 'F32', shape: [2], data_offsets: [0, 8] } }));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([size, header, Buffer.alloc(8)]);
}

const SAFE = { 'good.safetensors': safetensors(), 'numbers.pkl': pickle('\x80\x04', ']', '(K\x01K\x02e.') };

describe('castellan scan --models', () => {
  it('judges safe, suspicious, unsafe and unknown by content', async () => {
    const files = {
      ...SAFE,
      'run.pkl': calling('os', 'system', 'id'),
      'odd.pkl': calling('acme.layers', 'Special', 'x'),
      'named.safetensors': calling('posix', 'system', 'id'),
      'noise.onnx': Buffer.from('hello, this is no model at all'),
    };
    const result = await scan(projectFolder(files));
    const verdicts = verdictsOf(result);
    expect(verdicts).toMatchObject({
      'good.safetensors': 'safe',
      'numbers.pkl': 'safe',
      'run.pkl': 'unsafe',
      'odd.pkl': 'suspicious',
      'named.safetensors': 'unsafe',
    });
    expect(verdicts['noise.onnx']).not.toBe('safe');
    const found = report(result).findings.map(({ locations: [place] }: { locations: { path: string }[] }) => place?.path);
    expect(found).toEqual(expect.arrayContaining(['run.pkl', 'odd.pkl', 'named.safetensors']));
    expect(found).not.toContain('good.safetensors');
  });

  it('blocks formats that carry code only if asked to, and names the file and its format', async () => {
    const cwd = projectFolder({ ...SAFE, 'odd.pkl': calling('acme.layers', 'Special', 'x') });
    expect(await scan(cwd)).toMatchObject({ code: 0 });
    const blocked = await scan(cwd, '--block-unsafe-model-formats');
    expect(blocked).toMatchObject({ code: 1, last: expect.stringMatching(/^gate: model-policy — .*odd\.pkl/) });
    expect(report(blocked).verdict).toMatchObject({ exit_code: 1, gate: 'model-policy' });
    const warned = await scan(cwd, '--block-unsafe-model-formats', '--model-policy-mode', 'warn');
    expect(warned).toMatchObject({ code: 0, stderr: expect.stringContaining('odd.pkl') });
    expect(await scan(projectFolder(SAFE), '--block-unsafe-model-formats')).toMatchObject({ code: 0 });
    expect(await scan(cwd, '--block-unsafe-model-formats', '--exit-zero')).toMatchObject({ code: 1 });
  });
});

describe('--require-model-signatures', () => {
  const keys = signingKeys();
  async function check(cwd: string, pem: string | undefined): Promise<RunResult> {
    const place = join(projectFolder({}), 'keys');
    mkdirSync(place);
    writeFileSync(join(place, 'key.pem'), pem ?? '');
    return scan(cwd, '--require-model-signatures', ...(pem === undefined ? [] : ['--model-key', join(place, 'key.pem')]));
  }

  const signaturesOf = (result: RunResult) => [...new Set(report(result).models.map(({ signature }: { signature: string }) => signature))];

  it('passes models that the given key has signed', async () => {
    const contents = { 'config.json': '{"layers": 2}', 'weights.safetensors': safetensors().toString('latin1') };
    const cwd = projectFolder({ ...contents, 'model.sig': signModel(contents, { keys }) });
    const result = await check(cwd, keys.pem);
    expect(signaturesOf(result)).toEqual(['verified']);
    expect(result).toMatchObject({ code: 0 });
  });

  it.each<[string, Record<string, string>, string | undefined, string]>([
    ['changed after it was signed', { 'weights.safetensors': `${safetensors().toString('latin1')}x` }, keys.pem, 'invalid'],
    ['signed by another', {}, signingKeys().pem, 'invalid'],
    ['signed, and no key is given', {}, undefined, 'present'],
    ['a file that the signature does not cover', { 'more.safetensors': safetensors().toString('latin1') }, keys.pem, 'invalid'],
  ])('fails a model %s', async (_name, over, pem, state) => {
    const contents = { 'config.json': '{"layers": 2}', 'weights.safetensors': safetensors().toString('latin1') };
    const result = await check(projectFolder({ ...contents, 'model.sig': signModel(contents, { keys }), ...over }), pem);
    expect(signaturesOf(result)).toEqual([state]);
    expect(result).toMatchObject({ code: 1, last: expect.stringMatching(/^gate: model-policy — /) });
  });

  it('fails a model without a signature, and refuses a file that is no key', async () => {
    const cwd = projectFolder(SAFE);
    const result = await check(cwd, keys.pem);
    expect(signaturesOf(result)).toEqual(['missing']);
    expect(result).toMatchObject({ code: 1, last: expect.stringMatching(/^gate: model-policy — .*has no signature/) });
    expect(await check(cwd, 'no key')).toMatchObject({ code: 2, stderr: expect.stringContaining('PEM') });
  });
});

describe('damaged and hostile model files', () => {
  it.each<[string, Record<string, Uint8Array>]>([
    ['a pickle cut in the middle', { 'cut.pkl': calling('os', 'system', 'id').subarray(0, 20) }],
    ['a header longer than its file', { 'long.safetensors': Buffer.concat([Buffer.from('ffffffffffffff0f', 'hex'), Buffer.from('{}')]) }],
    ['an archive cut in the middle', { 'cut.pt': zipOf([{ name: 'a/data.pkl', bytes: calling('os', 'system', 'id') }]).subarray(0, 60) }],
  ])('are never called safe, and make the run incomplete: %s', async (_name, files) => {
    const result = await scan(projectFolder(files));
    expect(Object.values(verdictsOf(result))).not.toContain('safe');
    expect(result.code).toBe(1);
    expect(report(result).scan_run.issues.length + report(result).findings.length).toBeGreaterThan(0);
  });

  it('read an archive bomb only up to the limits', async () => {
    const bomb = zipOf([{ name: 'a/data.pkl', bytes: Buffer.alloc(300_000_000) }]);
    expect(bomb.length).toBeLessThan(2_000_000);
    const result = await scan(projectFolder({ 'bomb.pt': bomb, 'inner.pkl': pickle('\x80\x04', 'X\xff\xff\xff\x7f', 'x') }));
    expect(result.code).toBe(1);
    expect(Object.values(verdictsOf(result))).not.toContain('safe');
  });

  it('are not confused with files of other programs in a repository', async () => {
    const others = {
      'package-lock.json': npmLock('left-pad@1.3.0'),
      'firmware.bin': Uint8Array.from([1, 2, 3]),
      'empty.bin': '',
      'cache/index.data': deflateRawSync(Buffer.from('cached')),
      'game.model': 'solid cube',
      'src/app.pb': 'x = 1',
      'a.z': 'zipped',
    };
    const result = await castellan(['scan', '.', '--offline', '--no-vulnerabilities', '--block-unsafe-model-formats', '--format', 'json'], {
      cwd: projectFolder(others),
    });
    expect(result).toMatchObject({ code: 0 });
    expect(report(result)).toMatchObject({ models: [], findings: [] });
    expect(report(result).components).toHaveLength(1);
  });
});
