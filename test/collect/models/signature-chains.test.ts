import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { signatureObservations } from '../../../src/collect/models/signing/observations.js';
import { verifyModelSignature } from '../../../src/collect/models/signing/signature.js';
import { judgeAll } from '../../../src/detect/contract/rule.js';
import { signatureRules } from '../../../src/detect/models/signatures/registry.js';
import type { ModelFile } from '../../../src/model/ai-evidence.js';
import { diskFiles } from '../../../src/system/files.js';
import { hasReferenceData, readJsonLines, referencePath } from '../../support/reference-data.js';

const folder = fileURLToPath(new URL('../../../fixtures/model-signing', import.meta.url));
const pem = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');

function verify(signature: string, roots = ['root.pem']) {
  const at = { files: diskFiles, location: `${folder}/model`, signature: `${folder}/${signature}.sig`, shown: `${signature}.sig` };
  return verifyModelSignature(at, { publicKeys: [], certificates: roots.map(pem), now: Date.parse('2026-01-01') });
}

describe('a signature with certificates', () => {
  it('verifies up to a given root', async () => {
    expect(await verify('valid')).toEqual({ state: 'verified', method: 'certificate', problems: [], uncovered: [], notes: [] });
  });

  it('verifies at the time of signing, and notes what has changed or is unusual', async () => {
    expect(await verify('lapsed')).toMatchObject({ state: 'verified', notes: ['the signing certificate has expired since'] });
    expect(await verify('no-code-signing')).toMatchObject({ state: 'verified', notes: [expect.stringContaining('code signing')] });
  });

  it('is present while no root is given', async () => {
    expect(await verify('valid', [])).toMatchObject({ state: 'present' });
  });

  it.each([
    ['no-intermediate', /does not end in a given root/],
    ['issuer-no-authority', /does not end in a given root/],
    ['path-too-long', /does not end in a given root/],
    ['not-for-signing', /not meant for signing/],
    ['early', /not valid when/],
  ])('does not hold: %s', async (name, reason) => {
    expect(await verify(name)).toMatchObject({ state: 'invalid', problems: [{ kind: 'signature', text: expect.stringMatching(reason) }] });
  });

  it('does not hold against a root of the same name', async () => {
    expect(await verify('valid', ['other-root.pem'])).toMatchObject({ state: 'invalid' });
    expect(await verify('valid', ['other-root.pem', 'root.pem'])).toMatchObject({ state: 'verified' });
  });
});

describe('the rules about signatures', () => {
  const judge = (result: Parameters<typeof signatureObservations>[0]) => {
    const model: ModelFile = {
      ref: 'model:m',
      path: 'm',
      size: 0,
      format: 'folder',
      observations: signatureObservations(result),
      unread: [],
      artifact: true,
    };
    return judgeAll(signatureRules, [model]).map(({ rule, severity, locations: [at], why }) => [
      rule,
      severity,
      at?.pointer,
      why.split('Seen: ')[1],
    ]);
  };

  it('name file and reason', () => {
    const problems = [
      { kind: 'signature' as const, text: 'was not made with the given key' },
      { kind: 'extra' as const, path: 'hook\u001b.py', text: 'is not signed' },
    ];
    expect(judge({ state: 'invalid', problems, uncovered: ['notes/a.md'], notes: [] })).toEqual([
      ['MDL-SIG-INVALID', 'critical', undefined, 'was not made with the given key'],
      ['MDL-SIG-CHANGED', 'high', 'hook\u001b.py', 'hook\\u001b.py is not signed'],
      ['MDL-SIG-UNCOVERED', 'medium', 'notes/a.md', 'notes/a.md'],
    ]);
  });

  it('say nothing of a signature that verifies or cannot be proven, and list a hundred files at most', () => {
    expect(judge({ state: 'verified', problems: [], uncovered: [], notes: [] })).toEqual([]);
    expect(judge({ state: 'present', problems: [{ kind: 'trust', text: 'no public key is given' }], uncovered: [], notes: [] })).toEqual(
      [],
    );
    expect(judge({ state: 'missing', problems: [], uncovered: [], notes: [] })).toEqual([
      ['MDL-SIG-MISSING', 'none', undefined, 'no signature'],
    ]);
    const problems = Array.from({ length: 150 }, (_, at) => ({ kind: 'changed' as const, path: `f${at}`, text: 'differs' }));
    expect(
      judge({ state: 'invalid', problems, uncovered: [], notes: [] })
        .map((hit) => hit[3])
        .at(-1),
    ).toBe('50 more files');
  });
});

interface Case {
  case: string;
  model: string;
  signature: string;
  method: string;
  key: string | null;
  expected: 'valid' | 'invalid' | 'either';
  files?: string[];
  uncovered?: string[];
  needs_trust_root?: boolean;
}

describe.skipIf(!hasReferenceData)('the labelled signatures', () => {
  const cases = hasReferenceData ? readJsonLines<Case>('models', 'signed', 'index.jsonl') : [];

  it.each(cases)('$case', async ({ model, signature, method, key, ...labelled }) => {
    const at = (path: string) => referencePath('models', 'signed', path);
    const keys = key === null ? [] : [readFileSync(at(key), 'utf8')];
    const result = await verifyModelSignature(
      { files: diskFiles, location: at(model), signature: at(signature), shown: signature },
      { publicKeys: method === 'key' ? keys : [], certificates: method === 'certificate' ? keys : [], now: Date.now() },
    );
    const expected = labelled.needs_trust_root ? 'present' : labelled.expected === 'valid' ? 'verified' : 'invalid';
    if (labelled.expected !== 'either') expect(result.state).toBe(expected);
    if (labelled.files) expect(result.problems.map(({ path }) => path).sort()).toEqual([...labelled.files].sort());
    if (labelled.uncovered) expect(result.uncovered).toEqual(labelled.uncovered);
  });
});
