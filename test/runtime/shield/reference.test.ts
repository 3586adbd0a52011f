import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { discoverAgents } from '../../../src/collect/agents/discover.js';
import type { DiscoveryScope } from '../../../src/collect/agents/search-roots.js';
import { isChange } from '../../../src/runtime/shield/carry-out.js';
import { isLocal } from '../../../src/runtime/shield/plan.js';
import { diskFiles } from '../../../src/system/files.js';
import { LabelledHomes } from '../../support/labelled-homes.js';
import { hasReferenceData } from '../../support/reference-data.js';
import { judgeClients } from '../../support/rule-judges.js';
import { Shielding } from './shielding.js';

const homes = new LabelledHomes();

afterAll(() => homes.dispose());

function scopeOf(folder: string): DiscoveryScope {
  const { os, home, project } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  return {
    os,
    ...(home !== null && { home: { absolute: join(folder, home) } }),
    projects: project === null ? [] : [{ absolute: join(folder, project), prefix: `${project}/` }],
  };
}

/** Content, mode and links of every file below a folder. */
function stateOf(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const content = entry.isSymbolicLink() ? 'link' : readFileSync(path).toString('base64');
      return [path.slice(folder.length), `${lstatSync(path).mode} ${content}`];
    }),
  );
}

/** What is known of servers and credentials, without the words and the lines by which they are written. */
function inventoryOf(scope: DiscoveryScope) {
  const { agents, servers, credentials, components, issues, localProjects } = discoverAgents(diskFiles, scope);
  return {
    agents,
    servers: servers.map(({ command: _command, args: _args, line: _line, ...server }) => server),
    credentials,
    components: components.map(({ locations: _locations, ...component }) => component),
    issues: issues.map(({ line: _line, ...issue }) => issue),
    localProjects,
  };
}

function findingsOf(folder: string): string[] {
  return judgeClients(folder)
    .map(({ rule, subject, locations }) => [rule, subject ?? '', locations.map(({ path }) => path).join(' ')].join(' | '))
    .sort();
}

describe.skipIf(!hasReferenceData)('shield on the labelled configurations', () => {
  it.each(homes.names)(
    '%s',
    async (name) => {
      const folder = homes.prepare(name);
      const scope = scopeOf(folder);
      const shield = new Shielding(scope, join(folder, '..', `${name}-data`));
      const before = { files: stateOf(folder), inventory: inventoryOf(scope), findings: findingsOf(folder) };
      const plans = await shield.install();
      expect(plans.flatMap(({ plan }) => plan.refused)).toEqual([]);
      expect(
        shield
          .files()
          .filter(({ reason }) => reason === undefined)
          .flatMap(({ document }) => document?.servers.filter(isLocal) ?? []),
      ).toEqual([]);
      expect(inventoryOf(scope)).toEqual(before.inventory);
      expect(findingsOf(folder)).toEqual(before.findings);
      expect((await shield.install()).filter(isChange)).toEqual([]);
      const removed = await shield.remove();
      expect(removed.flatMap(({ plan }) => plan.byWords)).toEqual([]);
      expect(stateOf(folder)).toEqual(before.files);
    },
    120_000,
  );
});
