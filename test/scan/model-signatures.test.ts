import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScanReport } from '../../src/model/report.js';
import { type ModelContents, signingKeys, signModel } from '../support/model-signer.js';
import { scanSample } from '../support/sample-scan.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const keys = signingKeys();
const other = signingKeys();
/** An empty safetensors file: the length of its header, and the header. */
const TENSORS = '\x02\0\0\0\0\0\0\0{}';
const model: ModelContents = { 'config.json': '{}', 'weights/a.safetensors': TENSORS };

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.dispose());

function put(contents: ModelContents): void {
  for (const [path, text] of Object.entries(contents)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text, 'latin1');
  }
}

const below = (contents: ModelContents): ModelContents =>
  Object.fromEntries(Object.entries(contents).map(([path, text]) => [`model/${path}`, text]));

function scan(value = '.', pem = keys.pem): Promise<ScanReport> {
  const modelTrust = { publicKeys: [pem], certificates: [] };
  return scanSample({ targets: [{ kind: 'models', value }], cwd: folder.path, vulnerabilities: false, modelTrust });
}

const states = ({ models }: ScanReport) => Object.fromEntries(models.map(({ path, signature }) => [path, signature]));

describe('a signed model in a scan', () => {
  it('is verified in all its folders, by a signature within', async () => {
    put({ ...model, 'model.sig': signModel(model, { keys }) });
    expect(states(await scan())).toEqual({ 'config.json': 'verified', 'weights/a.safetensors': 'verified' });
  });

  it.each(['.', 'model'])('is verified by a signature beside its folder, looked at from %s', async (target) => {
    put({ ...below(model), 'model.sig': signModel(model, { keys }) });
    expect(Object.values(states(await scan(target)))).toEqual(['verified', 'verified']);
  });

  it('is a finding when a file was changed or somebody else signed', async () => {
    put({ ...model, 'config.json': '{"a": 1}', 'model.sig': signModel(model, { keys }) });
    const changed = await scan();
    expect(Object.values(states(changed))).toEqual(['invalid', 'invalid']);
    expect(changed.findings.map(({ id, severity }) => `${id} ${severity}`)).toEqual(['MDL-SIG-CHANGED high']);
    put(model);
    expect((await scan('.', other.pem)).findings.map(({ id }) => id)).toEqual(['MDL-SIG-INVALID']);
  });

  it('is judged against its files where none of them is of a known format', async () => {
    const texts: ModelContents = { 'a.txt': 'one', 'b/c.txt': 'two' };
    put({ ...texts, 'model.sig': signModel(texts, { keys }) });
    expect(await scan()).toMatchObject({ models: [{ path: '.', verdict: 'unknown', signature: 'verified' }], findings: [] });
    put({ 'a.txt': 'changed' });
    const changed = await scan();
    expect(states(changed)).toEqual({ '.': 'invalid' });
    expect(changed.findings.map(({ id }) => id)).toEqual(['MDL-SIG-CHANGED']);
  });

  it('does not hide an unsigned neighbour', async () => {
    put({ ...below(model), 'model.sig': signModel(model, { keys }), 'late.safetensors': TENSORS });
    expect(states(await scan())).toMatchObject({ 'late.safetensors': 'missing', 'model/config.json': 'verified' });
  });
});
