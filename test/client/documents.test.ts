import { describe, expect, it } from 'vitest';
import { credentialOf } from '../../src/client/credential.js';
import { type DocumentFile, documentPushes, recognise } from '../../src/client/documents.js';
import { idempotencyKey, type PushRequest } from '../../src/client/push.js';

const WRITTEN = new Date('2026-01-02T03:04:05Z');

function file(content: string | Uint8Array, piece = 5): DocumentFile {
  const bytes = Buffer.from(content);
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, at) => bytes.subarray(at * piece, (at + 1) * piece));
  return { name: 'given', writtenAt: WRITTEN, chunks: () => pieces };
}

async function pushesOf(content: string | Uint8Array, scope = { isPartial: false }): Promise<PushRequest[]> {
  return documentPushes(await recognise(file(content)), scope);
}

async function bodyOf({ content }: PushRequest): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content.chunks()) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  expect(Buffer.byteLength(text)).toBe(content.size);
  return text;
}

const FINDING = { id: 'CVE-2020-1', title: 'x', severity: 'high' };
const SARIF = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [] };

describe('a file that is pushed', () => {
  it.each([
    ['report', { schema_version: '1.0', tool: {}, scan_run: {} }],
    ['sarif', SARIF],
    ['sarif', { runs: [], version: '2.1.0' }],
    ['cyclonedx', { bomFormat: 'CycloneDX', specVersion: '1.6' }],
    ['spdx', { SPDXID: 'SPDXRef-DOCUMENT', spdxVersion: 'SPDX-2.3' }],
    ['spdx', { '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': [] }],
    ['findings', { findings: [] }],
    ['findings', [FINDING]],
    ['traces', { resourceSpans: [] }],
  ])('is known by its content: %s', async (kind, document) => {
    for (const text of [JSON.stringify(document), `\uFEFF \n${JSON.stringify(document, null, 2)}\n`])
      expect(await recognise(file(text))).toMatchObject({ kind, syntax: 'json' });
  });

  it.each([
    ['cyclonedx', '<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.6"/>'],
    ['spdx', '# made by hand\nSPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\n'],
  ])('is known by its content where it is no JSON: %s', async (kind, text) => {
    expect(await recognise(file(text))).toMatchObject({ kind, syntax: 'text' });
  });

  it.each([
    ['another JSON document', '{"name":"app","lockfileVersion":3}', 'it has name, lockfileVersion'],
    ['prose', 'Dear reader', 'neither JSON'],
    ['nothing', '', 'is empty'],
    ['a document that is cut', '{"version":"2.1.0","runs":[', 'not valid JSON'],
    ['a document that reaches out of its place', '{"version":"2.1.0","runs":[]},"complete":true,"source_id":"x"', 'not valid JSON'],
    ['two documents', '{"version":"2.1.0","runs":[]}{"version":"2.1.0","runs":[]}', 'not valid JSON'],
    ['UTF-16', Buffer.from('\uFEFF{"runs":[]}', 'utf16le'), 'UTF-16'],
  ])('is refused as wrong usage when it is %s', async (_, content, message) => {
    await expect(recognise(file(content))).rejects.toMatchObject({
      kind: 'usage',
      where: 'given',
      message: expect.stringContaining(message),
    });
  });

  it('goes as it is where it is a report, with source and part as the intake takes them', async () => {
    const text = '{"schema_version":"1.0","scan_run":{"x":"é"}}';
    const [push] = await documentPushes(await recognise(file(`\uFEFF${text}`, 4)), { source: 'src_12345678', isPartial: true });
    expect(push).toMatchObject({ intake: 'pushResults', query: { source_id: 'src_12345678', complete: 'false' } });
    expect(push && (await bodyOf(push))).toBe(text);
  });

  it('goes within its envelope where it is SARIF or a bill of materials', async () => {
    const [push] = await documentPushes(await recognise(file(JSON.stringify(SARIF))), { source: 'src_12345678', isPartial: true });
    expect(push).toMatchObject({ intake: 'pushArtifact', query: {} });
    expect(push && JSON.parse(await bodyOf(push))).toEqual({
      format: 'sarif',
      source_id: 'src_12345678',
      complete: false,
      document: SARIF,
    });
    const tags = 'SPDXVersion: SPDX-2.3\n"quoted" \\ \u{1F600} é\n';
    const [text] = await pushesOf(tags);
    expect(text && JSON.parse(await bodyOf(text))).toEqual({ format: 'spdx', document: tags });
  });

  it('goes in parts where it has more findings than one push takes, none of which is all there is', async () => {
    const many = Array.from({ length: 2500 }, (_, at) => ({ ...FINDING, id: `CVE-2020-${at}` }));
    const pushes = await pushesOf(JSON.stringify({ findings: many, complete: true, observed_at: '2026-01-01T00:00:00Z' }));
    const bodies = await Promise.all(pushes.map(async (push) => JSON.parse(await bodyOf(push))));
    expect(bodies.map(({ findings, ...rest }) => [findings.length, rest])).toEqual(
      [1000, 1000, 500].map((count) => [count, { complete: false, observed_at: '2026-01-01T00:00:00Z' }]),
    );
    expect(bodies.flatMap(({ findings }) => findings)).toEqual(many);
    const [whole] = await pushesOf(JSON.stringify({ findings: [FINDING], complete: true }));
    expect(whole && JSON.parse(await bodyOf(whole))).toEqual({ findings: [FINDING], complete: true });
    await expect(pushesOf('[1,2]')).rejects.toMatchObject({ kind: 'usage' });
  });

  it('goes in parts where it has more spans than one push takes, from one request or one a line', async () => {
    const group = (spans: number) => ({ scopeSpans: [{ spans: Array.from({ length: spans }, () => ({ name: 'x' })) }] });
    const lines = [group(6000), group(5000), group(1)].map((one) => JSON.stringify({ resourceSpans: [one] })).join('\n');
    const pushes = await pushesOf(lines);
    const bodies = await Promise.all(pushes.map(async (push) => JSON.parse(await bodyOf(push))));
    expect(bodies.map(({ resourceSpans }) => resourceSpans.length)).toEqual([1, 2]);
    await expect(pushesOf('{"resourceSpans":[]}\n{"other":[]}')).rejects.toMatchObject({ kind: 'usage' });
  });

  it('ends in nothing when it changes while it is sent', async () => {
    let text = JSON.stringify(SARIF);
    const [push] = await documentPushes(
      { file: { name: 'given', writtenAt: WRITTEN, chunks: () => [Buffer.from(text)] }, kind: 'sarif', syntax: 'json' },
      { isPartial: false },
    );
    text = text.replace('2.1.0', '2.1.1');
    const sent: Uint8Array[] = [];
    const reading = async () => {
      for await (const chunk of push?.content.chunks() ?? []) sent.push(chunk);
    };
    await expect(reading()).rejects.toThrow('changed while it was read');
    expect(() => JSON.parse(Buffer.concat(sent).toString())).toThrow();
  });
});

describe('an idempotency key', () => {
  const key = (id: string) => credentialOf(`svc_${id}_${'x'.repeat(43)}_abc`, 'key');
  const first = key('01HZZZZZZZ');
  const sarif = async (scope: { source?: string; isPartial: boolean }, writtenAt = WRITTEN) => {
    const [push] = await documentPushes(
      { ...(await recognise(file(JSON.stringify(SARIF)))), file: { ...file(JSON.stringify(SARIF)), writtenAt } },
      scope,
    );
    return push ? idempotencyKey(push, first) : '';
  };

  it('is the same for the same file and source, as the service takes it', async () => {
    const one = await sarif({ isPartial: false });
    expect(one).toMatch(/^[\x21-\x7e]{1,200}$/);
    expect(await sarif({ isPartial: false })).toBe(one);
  });

  it('is another for another source, key or part, and for a file that was written anew', async () => {
    const keys = [
      await sarif({ isPartial: false }),
      await sarif({ isPartial: true }),
      await sarif({ isPartial: false, source: 'src_12345678' }),
      await sarif({ isPartial: false }, new Date('2026-01-03T00:00:00Z')),
    ];
    const [push] = await pushesOf(JSON.stringify(SARIF));
    if (push) keys.push(idempotencyKey(push, key('01HYYYYYYY')));
    expect(new Set(keys).size).toBe(5);
  });

  it('of a report goes by the report, which says itself when it was made', async () => {
    const text = '{"schema_version":"1.0","scan_run":{}}';
    const [one] = await documentPushes({ file: file(text), kind: 'report', syntax: 'json' }, { isPartial: false });
    const [copy] = await documentPushes(
      { file: { ...file(text), writtenAt: new Date() }, kind: 'report', syntax: 'json' },
      { isPartial: false },
    );
    expect(one && idempotencyKey(one, first)).toBe(copy && idempotencyKey(copy, first));
  });
});
