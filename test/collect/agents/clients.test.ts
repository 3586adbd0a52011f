import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type System, systems } from '../../../src/collect/agents/clients/client.js';
import { discoverAgents } from '../../../src/collect/agents/discover.js';
import { aiClients } from '../../../src/collect/agents/registry.js';
import { diskFiles } from '../../../src/system/files.js';

const fixtures = fileURLToPath(new URL('../../../fixtures/agents/', import.meta.url));

interface ExpectedFile {
  path: string;
  servers: { name: string; disabled: boolean; transport: string }[];
}

/** Clients whose form is their own; `forms.test.ts` covers them. */
const odd = [
  'agent-front-matter',
  'cherry-studio',
  'claude-code-managed',
  'claude-desktop-extension',
  'copilot-coding-agent',
  'docker-mcp',
  'emacs-mcp-el',
  'kiro-agent',
  'openhands',
];

const cases = readdirSync(fixtures)
  .sort()
  .flatMap((client) => {
    const expected: Partial<Record<System, ExpectedFile[]>> = JSON.parse(readFileSync(`${fixtures}${client}/expected.json`, 'utf8'));
    return systems.flatMap((os) => (expected[os] ?? []).map((file) => ({ client, os, file })));
  });

describe('clients', () => {
  it('have a fixture each, and ids of their own', () => {
    const ids = aiClients.map((client) => client.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect([...readdirSync(fixtures), ...odd].sort()).toEqual([...ids].sort());
  });

  it.each(cases)('$client on $os: $file.path', ({ client, os, file }) => {
    const folder = `${fixtures}${client}/${os}`;
    const home = { absolute: `${folder}/home` };
    const projects = existsSync(`${folder}/project`) ? [{ absolute: `${folder}/project`, prefix: '' }] : [];
    const found = discoverAgents(diskFiles, { os, ...(existsSync(home.absolute) && { home }), projects });
    const agent = found.agents.find((one) => one.client === client && one.path === file.path);
    expect(agent).toBeDefined();
    const servers = found.servers.filter((server) => server.client === client && server.path === file.path);
    expect(servers.map(({ name, disabled, transport }) => ({ name, disabled, transport }))).toEqual(file.servers);
    const [ledger, atlas] = servers;
    expect(ledger).toMatchObject({ command: 'npx', args: ['-y', 'ledger-mcp@2.1.0'], env_names: ['LEDGER_TOKEN', 'LOG'] });
    expect(ledger?.components).toEqual(['pkg:npm/ledger-mcp@2.1.0']);
    expect(atlas).toMatchObject({ url: 'https://atlas.example.org/mcp', header_names: ['X-Atlas-Key'], command: null });
    expect(found.issues).toEqual([]);
  });
});
