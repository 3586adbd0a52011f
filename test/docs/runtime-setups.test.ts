import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aiClients } from '../../src/collect/agents/registry.js';
import { openDocument } from '../../src/runtime/shield/client-document.js';
import { readOnlyClients } from '../../src/runtime/shield/client-files.js';
import { isOurs } from '../../src/runtime/shield/plan.js';

const page = readFileSync(new URL('../../docs/runtime.md', import.meta.url), 'utf8');
const byHand = page.slice(page.indexOf('### The same by hand'), page.indexOf('## What is relayed'));
const blocks = [...byHand.matchAll(/```(json|toml)\n([\s\S]*?)```/g)].map(([, language = '', text = '']) => ({ language, text }));

describe('docs/runtime.md', () => {
  it.each([
    ['claude-desktop', 0],
    ['cursor', 1],
    ['vscode', 2],
    ['codex', 3],
  ])('has a set-up for %s that its reader understands', (id, at) => {
    const client = aiClients.find((one) => one.id === id);
    const block = blocks[at];
    if (!client || !block) throw new Error(`no set-up for ${id}`);
    const path = client.paths.linux[0]?.replace('~', '/home') ?? '';
    const root = { absolute: '/home', shown: '~/', scope: 'home' as const };
    const { servers } = openDocument({ client, file: { absolute: path, path, root, symlink: false }, os: 'linux' }, block.text);
    expect(servers.map(isOurs)).toEqual([true]);
  });

  it('names every client that cannot be edited', () => {
    for (const { client } of readOnlyClients()) expect(page).toContain(`\`${client.id}\``);
  });
});
