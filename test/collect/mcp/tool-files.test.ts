import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readToolFiles } from '../../../src/collect/mcp/tool-files.js';
import { isObject } from '../../../src/support/json.js';
import { diskFiles } from '../../../src/system/files.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  folder = temporaryFolder();
});

afterEach(() => folder.dispose());

function read(files: Readonly<Record<string, string>>, named = '') {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  }
  return readToolFiles(diskFiles, { absolute: named === '' ? folder.path : join(folder.path, named), path: named || 'saved' });
}

const tool = { name: 'read', description: 'Reads.' };

/** The value a JSON pointer leads to. */
function at(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined), document);
}

describe('saved tool definitions', () => {
  it.each([
    ['a list result', { tools: [tool] }],
    ['a JSON-RPC answer', { jsonrpc: '2.0', id: 1, result: { tools: [tool] } }],
    ['an array of tools', [tool]],
    ['a record', { server: 's', tools: [tool], tools_before: [{ name: 'old' }] }],
    ['an array of records', [{ server: 's', tools: [tool] }]],
  ])('are read from %s, with the pointer that leads to them', (_, document) => {
    const { toolSets, issues } = read({ 'a.json': JSON.stringify(document, null, 2) }, 'a.json');
    expect(issues).toEqual([]);
    expect(toolSets).toHaveLength(1);
    expect(toolSets.map((set) => at(document, set.pointer))).toEqual([[tool]]);
  });

  it('take server and former definitions from the record, else the file name', () => {
    const { toolSets } = read({
      'a.json': '{"server":"s","tools":[],"tools_before":[{"name":"old"}],"instructions":"Hi."}',
      'b.json': '[]',
    });
    expect(toolSets).toEqual([
      {
        ref: 'tools:saved/a.json',
        server: 's',
        path: 'saved/a.json',
        tools: [],
        before: [{ name: 'old' }],
        instructions: 'Hi.',
        pointer: '/tools',
      },
      { ref: 'tools:saved/b.json', server: 'b', path: 'saved/b.json', tools: [], pointer: '' },
    ]);
  });

  it('are read line by line, each line on its own', () => {
    const { toolSets, issues, collectors } = read({ 'a.jsonl': `{"server":"x","tools":[]}\n\n{"server":\n[{"name":"t"}]\n7\n` }, 'a.jsonl');
    expect(toolSets.map(({ server, line, ref }) => [server, line, ref])).toEqual([
      ['x', 1, 'tools:a.jsonl:1'],
      ['a', 4, 'tools:a.jsonl:4'],
    ]);
    expect(issues.map(({ line, kind }) => [line, kind])).toEqual([
      [3, 'unparsable'],
      [5, 'invalid_entry'],
    ]);
    expect(collectors).toEqual([{ id: 'mcp-tools', target: 'a.jsonl', outcome: 'scanned', components: 1, issues: 2, named: true }]);
  });

  it('are found in folders below, JSON Lines under another name too', () => {
    const lines = '{"tools":[]}\n{"tools":[]}\n';
    const { toolSets } = read({ 'deep/er/a.ndjson': lines, 'b.json': lines, 'notes.txt': 'no' });
    expect(toolSets.map(({ path, line }) => `${path}:${line}`)).toEqual([
      'saved/b.json:1',
      'saved/b.json:2',
      'saved/deep/er/a.ndjson:1',
      'saved/deep/er/a.ndjson:2',
    ]);
  });

  it.each([
    ['broken', '{"tools": [', 'unparsable'],
    ['empty', '', 'unparsable'],
    ['something else', '{"name": "x"}', 'invalid_entry'],
    ['binary', 'a\0b', 'wrong_encoding'],
    ['bottomless', '['.repeat(100_000) + ']'.repeat(100_000), 'too_deep'],
  ])('that are %s fail and say why', (_, text, kind) => {
    const { issues, collectors } = read({ 'a.json': text }, 'a.json');
    expect(collectors).toMatchObject([{ outcome: 'failed', named: true }]);
    expect(issues).toMatchObject([{ collector: 'mcp-tools', path: 'a.json', kind }]);
  });

  it('that are not there are named, and an empty folder is empty', () => {
    expect(read({}, 'gone.json').collectors).toMatchObject([{ outcome: 'failed', target: 'gone.json' }]);
    expect(read({ 'x.txt': '' }).collectors).toMatchObject([{ outcome: 'empty' }]);
  });

  it('keep tools without a name, and say so', () => {
    const { toolSets, issues } = read({ 'a.json': '[{"description":"hidden"}, 3]' }, 'a.json');
    expect(toolSets[0]?.tools).toHaveLength(2);
    expect(issues).toMatchObject([{ reason: '2 of 2 tools have no name' }]);
  });

  it('never vanish: any JSON yields a set or an issue', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { toolSets, issues } = read({ 'p.json': JSON.stringify(value) }, 'p.json');
        expect(toolSets.length + issues.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});
