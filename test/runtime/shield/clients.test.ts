import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { systems } from '../../../src/collect/agents/clients/client.js';
import { aiClients } from '../../../src/collect/agents/registry.js';
import { readOnlyClients } from '../../../src/runtime/shield/client-files.js';
import { isLocal } from '../../../src/runtime/shield/plan.js';
import { copyTree } from '../../support/copy-tree.js';
import { Shielding } from './shielding.js';

const fixtures = fileURLToPath(new URL('../../../fixtures/agents/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'castellan-shield-'));
const closed = readOnlyClients().map(({ client }) => client.id);

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function stateOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      `${lstatSync(join(parentPath, name)).mode} ${readFileSync(join(parentPath, name), 'utf8')}`,
    ]),
  );
}

const cases = readdirSync(fixtures)
  .sort()
  .flatMap((client) => systems.filter((os) => existsSync(join(fixtures, client, os))).map((os) => ({ client, os })));

describe('shield on every client of the registry', () => {
  it.each(cases)('$client on $os', async ({ client, os }) => {
    const folder = join(scratch, `${client}-${os}`);
    copyTree(join(fixtures, client, os), folder);
    const scope = { os, home: { absolute: join(folder, 'home') }, projects: [{ absolute: join(folder, 'project'), prefix: '' }] };
    const shield = new Shielding(scope, join(scratch, `${client}-${os}-data`));
    const before = stateOf(folder);
    const plans = await shield.install();
    const local = plans.filter((plan) => plan.client === client).flatMap((plan) => plan.before.servers.filter(isLocal));
    expect(plans.flatMap(({ plan }) => plan.refused)).toEqual([]);
    if (closed.includes(client)) expect(local).toEqual([]);
    else if (local.length > 0) expect(stateOf(folder)).not.toEqual(before);
    await shield.remove();
    expect(stateOf(folder)).toEqual(before);
    expect(existsSync(join(scratch, `${client}-${os}-data`))).toBe(false);
  });

  it('leaves to their owners what no user writes', () => {
    expect(closed.sort()).toEqual([
      'cherry-studio',
      'claude-code-managed',
      'claude-code-plugin',
      'claude-desktop-extension',
      'copilot-coding-agent',
      'docker-mcp',
      'emacs-mcp-el',
      'gemini-cli-extension',
    ]);
    expect(aiClients.length - closed.length).toBeGreaterThan(70);
  });
});
