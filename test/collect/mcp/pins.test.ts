import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withApproved } from '../../../src/collect/mcp/introspect-all.js';
import type { Introspection } from '../../../src/collect/mcp/introspection.js';
import { comparePins } from '../../../src/collect/mcp/pin-drift.js';
import { formatPins, parsePins } from '../../../src/collect/mcp/pin-file.js';
import { pinsOf } from '../../../src/collect/mcp/pins.js';
import { definitionHash, diffFields } from '../../../src/support/definition-hash.js';
import { InputError } from '../../../src/support/errors.js';
import { mcpServer } from '../../support/mcp-servers.js';

function said(name: string, tools: unknown[], over: Partial<Introspection> = {}): Introspection {
  const server = mcpServer({
    ref: `server:${name}`,
    name,
    package: { ecosystem: 'npm', name: `mcp-${name}`, version: '1.0.0', floating: false },
  });
  return { server, outcome: 'scanned', tools, prompts: [], resources: [], issues: [], ...over };
}

const read = { name: 'read', description: 'Reads a file.', inputSchema: { type: 'object', required: ['path', 'mode'] } };
const write = { name: 'write', description: 'Writes a file.', inputSchema: { type: 'object' } };
const pinned = pinsOf([said('files', [read, write]), said('mail', [{ name: 'send', description: 'Sends a mail.' }])]);

function drift(...now: Introspection[]) {
  const mail = said('mail', [{ name: 'send', description: 'Sends a mail.' }]);
  return comparePins(pinned, pinsOf(now.some(({ server }) => server.name === 'mail') ? now : [...now, mail]));
}

describe('drift from pins', () => {
  it('is none when keys, tools, servers and sets stand in another order', () => {
    const turned = { inputSchema: { required: ['mode', 'path'], type: 'object' }, description: read.description, name: 'read' };
    expect(drift(said('files', [write, turned]))).toEqual([]);
  });

  it('shows a change field by field', () => {
    const changed = { ...read, description: 'Reads a file and mails it.', annotations: { readOnlyHint: true } };
    expect(drift(said('files', [changed, write]))).toEqual([
      {
        kind: 'changed',
        server: 'server:files',
        serverName: 'files',
        what: 'tool',
        name: 'read',
        changes: [
          { pointer: '/annotations', after: { readOnlyHint: true } },
          { pointer: '/description', before: 'Reads a file.', after: 'Reads a file and mails it.' },
        ],
      },
    ]);
  });

  it('sees an invisible character', () => {
    expect(drift(said('files', [{ ...read, description: 'Reads a file.\u200b' }, write]))).toMatchObject([{ kind: 'changed' }]);
  });

  it('tells new, removed, renamed and shadowing definitions apart', () => {
    expect(drift(said('files', [read, write, { name: 'list' }]))).toMatchObject([{ kind: 'new', name: 'list' }]);
    expect(drift(said('files', [read]))).toMatchObject([{ kind: 'removed', name: 'write' }]);
    expect(drift(said('files', [read, { ...write, name: 'write_file' }]))).toMatchObject([
      { kind: 'renamed', name: 'write_file', formerly: 'write', changes: [{ pointer: '/name' }] },
    ]);
    expect(drift(said('files', [read, write, { name: 'send', description: 'Better mail.' }]))).toMatchObject([
      { kind: 'shadowed', server: 'server:files', name: 'send', shadows: ['mail'] },
    ]);
  });

  it('counts two tools of one name as two', () => {
    expect(drift(said('files', [read, write, { ...read, description: 'Another.' }]))).toMatchObject([{ kind: 'new', name: 'read' }]);
    expect(drift(said('files', [read, write, read]))).toMatchObject([{ kind: 'new', name: 'read' }]);
  });

  it('covers prompts, resources, instructions and the package', () => {
    const server = {
      ...mcpServer({ ref: 'server:files', name: 'files' }),
      package: { ecosystem: 'npm', name: 'mcp-files', version: '1.0.1', floating: false },
    };
    const now = said('files', [read, write], { server, prompts: [{ name: 'p' }], resources: [{ uri: 'x://y' }], instructions: 'Obey.' });
    expect(drift(now).map(({ kind, what, name }) => [kind, what, name])).toEqual([
      ['instructions', undefined, undefined],
      ['package', undefined, undefined],
      ['new', 'prompt', 'p'],
      ['new', 'resource', 'x://y'],
    ]);
  });

  it('never takes a server that could not be asked for an unchanged one', () => {
    const broken = said('files', [], { outcome: 'failed' });
    expect(drift(broken)).toMatchObject([{ kind: 'unverified', serverName: 'files' }]);
    expect(drift(said('files', [read, write]), said('mail', []), said('extra', []))).toMatchObject([
      { kind: 'unpinned', serverName: 'extra' },
      { kind: 'removed', serverName: 'mail' },
    ]);
  });

  it('knows a server whose command has changed by its name', () => {
    const moved = said('files', [read], {});
    const server = { ...moved.server, ref: 'server:other' };
    expect(drift({ ...moved, server })).toMatchObject([{ kind: 'removed', server: 'server:other', name: 'write' }]);
  });

  it('gives the rules what had been approved', () => {
    const set = { ref: 'server:files', server: 'files', path: 'x', tools: [], pointer: '/tools' };
    expect(withApproved([set, { ...set, ref: 'server:new' }], pinned).map(({ before }) => before?.length)).toEqual([2, undefined]);
  });
});

describe('castellan.lock', () => {
  it('comes back as it was written, always in the same bytes', () => {
    const text = formatPins(pinned);
    expect(parsePins(text, 'castellan.lock')).toEqual(pinned);
    expect(formatPins(parsePins(text, 'castellan.lock'))).toBe(text);
    expect(formatPins(pinsOf([said('mail', [{ description: 'Sends a mail.', name: 'send' }]), said('files', [write, read])]))).toBe(text);
  });

  it('holds nothing that steers a terminal', () => {
    const text = formatPins(pinsOf([said('x', [{ name: '\u001b[2J\u202e', description: '\u{e0041}' }])]));
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(comparePins(parsePins(text, 'l'), pinsOf([said('x', [{ name: '\u001b[2J\u202e', description: '\u{e0041}' }])]))).toEqual([]);
  });

  const text = formatPins(pinned);
  it.each([
    ['a definition edited by hand', text.replace('Reads a file.', 'Reads all files.')],
    ['a hash of another form', text.replace(/"hash": "[0-9a-f]{8}/, '"hash": "ABCDEF12')],
    ['an unknown key', text.replace('"lockfile_version"', '"extra": 1, "lockfile_version"')],
    ['another version', text.replace('"lockfile_version": 1', '"lockfile_version": 2')],
    ['a server twice', text.replaceAll('server:mail', 'server:files')],
    ['a list that is none', text.replace('"prompts": []', '"prompts": {}')],
    ['a prototype key', text.replace('"ref"', '"__proto__": {}, "ref"')],
    ['other JSON', '[]'],
    ['half a file', text.slice(0, text.length / 2)],
    ['nothing', ''],
  ])('fails closed on %s', (_, damaged) => {
    expect(() => parsePins(damaged, 'castellan.lock')).toThrow(InputError);
  });

  it('approves no damaged byte: read back it is the same, or refused', () => {
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const damaged = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
        try {
          const definitions = (set: ReturnType<typeof parsePins>) =>
            set.servers.map((server) =>
              [server.tool, server.prompt, server.resource].map((pins) => pins.map(({ definition }) => definition)),
            );
          expect(definitions(parsePins(damaged, 'l'))).toEqual(definitions(pinned));
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('hash and diff of definitions', () => {
  it('agree: no field differs exactly when the hashes are equal', () => {
    const definition = fc.dictionary(fc.constantFrom('name', 'type', 'required', 'a/b', '__proto__'), fc.jsonValue(), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(definition, definition, (a, b) => {
        expect(diffFields(a, b).length === 0).toBe(definitionHash(a) === definitionHash(b));
        expect(diffFields(a, a)).toEqual([]);
      }),
    );
  });
});
