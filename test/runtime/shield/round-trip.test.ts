import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ClientDocument, nodeAt } from '../../../src/runtime/shield/client-document.js';
import { applyEdits, type TextEdit } from '../../../src/runtime/shield/edit.js';
import { type HeadOf, isLocal, planInstall, planRemove } from '../../../src/runtime/shield/plan.js';
import type { RecordedFile, RecordedServer } from '../../../src/runtime/shield/record.js';
import { documentOf, sampleServers, styles, writers } from './client-texts.js';
import { headOf } from './shielding.js';

const RUNS = { numRuns: 60 };

function recorded(servers: RecordedServer[]): RecordedFile {
  return { path: '/x', client: 'x', before: '', after: '', servers };
}

function removed(document: ClientDocument, servers: RecordedServer[]): string {
  return planRemove(document, recorded(servers)).document.text;
}

/** Sets the token of each server to another text, as a user would by hand. */
function withTokens(document: ClientDocument, token: string): string {
  const edits = document.servers.flatMap(({ pointer }): TextEdit[] => {
    const node = ['env', 'envs', 'environment'].map((key) => nodeAt(document.document.root, `${pointer}/${key}/TOKEN`)).find((one) => one);
    return node ? [{ start: node.start, end: node.end, text: JSON.stringify(token) }] : [];
  });
  return applyEdits(document.text, edits) ?? document.text;
}

describe.each(writers)('the file of $client', (writer) => {
  const texts = fc.tuple(sampleServers, styles).map(([servers, style]) => writer.write(servers, style));

  it('gets castellan before its servers, and says the same otherwise', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const before = documentOf(writer, text);
        const { document, refused, shielded } = planInstall(before, headOf, undefined);
        const locals = before.servers.filter(isLocal);
        expect(shielded.length + refused.length).toBe(locals.length);
        for (const { name, argv } of locals.filter((server) => shielded.includes(server.name)))
          expect(documentOf(writer, document.text).servers.find((server) => server.name === name)?.argv).toEqual([
            ...headOf(name),
            ...argv,
          ]);
        for (const { reason } of refused) expect(reason).toMatch(/^(?:only its client|its command is a line for a shell)/);
      }),
      RUNS,
    );
  });

  it('is put back byte for byte', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { document, servers, bare } = planInstall(documentOf(writer, text), headOf, undefined);
        expect(bare).toBe(text);
        expect(removed(document, servers)).toBe(text);
      }),
      RUNS,
    );
  });

  it('is put back byte for byte where it was not edited', () => {
    fc.assert(
      fc.property(texts, fc.string(), (text, token) => {
        const before = documentOf(writer, text);
        const { document, servers } = planInstall(before, headOf, undefined);
        const edited = documentOf(writer, withTokens(document, token));
        expect(removed(edited, servers)).toBe(withTokens(before, token));
      }),
      RUNS,
    );
  });

  it('is written once, and anew with other options', () => {
    const other: HeadOf = (name) => ['/opt/node', '/opt/castellan', 'proxy', '--server', name, '--'];
    fc.assert(
      fc.property(texts, (text) => {
        const first = planInstall(documentOf(writer, text), headOf, undefined);
        const again = planInstall(first.document, headOf, recorded(first.servers));
        expect(again).toMatchObject({ document: { text: first.document.text }, bare: text, servers: first.servers, shielded: [] });
        const anew = planInstall(first.document, other, recorded(first.servers));
        expect(anew.document.text).toBe(planInstall(documentOf(writer, text), other, undefined).document.text);
        expect(removed(anew.document, anew.servers)).toBe(text);
      }),
      RUNS,
    );
  });

  it('is put back by its words where nothing was recorded', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const before = documentOf(writer, text);
        const plan = planRemove(planInstall(before, headOf, undefined).document, undefined);
        expect(plan.refused).toEqual([]);
        expect(plan.byWords).toEqual(plan.removed);
        expect(plan.document.servers.map(({ name, argv }) => [name, argv])).toEqual(before.servers.map(({ name, argv }) => [name, argv]));
      }),
      RUNS,
    );
  });
});

describe('a file that its client has rewritten', () => {
  const [writer] = writers;
  if (!writer) throw new Error('no writer');
  const plain = fc.tuple(sampleServers, fc.constant({ gaps: [' '], eol: '\n', flow: true, quote: true }));

  it('keeps its new form, its new order and its new entries', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(undefined, 1, '\t'), ([samples, style], indent) => {
        const text = writer.write(samples, style);
        const { document, servers } = planInstall(documentOf(writer, text), headOf, undefined);
        const rewritten = JSON.parse(document.text);
        const entries = Object.entries(rewritten.mcpServers).reverse();
        const others = { theirs: { command: 'theirs' }, ...Object.fromEntries(entries) };
        const plan = planRemove(documentOf(writer, JSON.stringify({ mcpServers: others, added: 1 }, undefined, indent)), recorded(servers));
        expect(plan.refused).toEqual([]);
        const before = Object.entries(JSON.parse(text).mcpServers).map(([name, entry]) => [name, { args: [], ...(entry as object) }]);
        const after = JSON.parse(plan.document.text);
        const named = Object.entries(after.mcpServers).map(([name, entry]) => [
          name,
          name === 'theirs' ? entry : { args: [], ...(entry as object) },
        ]);
        expect(after).toMatchObject({ added: 1 });
        expect(named).toEqual([['theirs', { command: 'theirs' }], ...before.reverse()]);
      }),
      RUNS,
    );
  });
});

describe('what cannot be edited in place', () => {
  const goose = { client: 'goose', path: '~/.config/goose/config.yaml' };
  const cursor = { client: 'cursor', path: '~/.cursor/mcp.json' };

  it.each([
    [goose, 'extensions:\n  a: &a\n    cmd: x\n    args: [y]\n  b: *a\n', /without touching something else/],
    [goose, 'base: &base {cmd: x, args: [y]}\nextensions:\n  a:\n    <<: *base\n    envs: {A: b}\n', /without touching something else/],
    [goose, 'x: &c uvx\nextensions:\n  a:\n    cmd: *c\n    args: [y]\n', /without touching something else/],
    [goose, 'extensions:\n  a:\n    cmd: |\n      x\n    args: [y]\n', /several lines/],
    [cursor, '{"mcpServers":{"a":{"command":"x && y"}}}', /line for a shell/],
    [cursor, '{"mcpServers":{"a":{"command":"x","args":"-y z"}}}', /arguments are one text/],
    [cursor, '{"mcpServers":{"a":{"command":"~/bin/x","args":[]}}}', /only its client/],
    [cursor, '{"mcpServers":{"":{"command":"x","args":[]}}}', /no name/],
  ])('%o is left as it is: %s', (file, text, reason) => {
    const before = documentOf(file, text);
    const { document, refused, shielded } = planInstall(before, headOf, undefined);
    expect(document.text).toBe(text);
    expect(shielded).toEqual([]);
    expect(refused.map((one) => one.reason).join()).toMatch(reason);
  });

  it('keeps no other server of the file from being edited', () => {
    const text = 'extensions:\n  a: &a\n    cmd: x\n    args: [y]\n  b: *a\n  c:\n    cmd: z\n    args: []\n';
    const { document, servers, shielded } = planInstall(documentOf(goose, text), headOf, undefined);
    expect(shielded).toEqual(['c']);
    expect(removed(document, servers)).toBe(text);
  });

  it('is an entry of castellan that somebody else wrote', () => {
    const text = '{"mcpServers":{"a":{"command":"castellan","args":["proxy","--policy","mine.yaml","--","x"]}}}';
    expect(planInstall(documentOf(cursor, text), headOf, undefined).document.text).toBe(text);
    expect(planRemove(documentOf(cursor, text), undefined).document.text).toBe(text);
  });
});
