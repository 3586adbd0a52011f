import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { discoverAgents } from '../../../src/collect/agents/discover.js';
import { diskFiles } from '../../../src/system/files.js';
import { copyTree } from '../../support/copy-tree.js';
import { hasReferenceData, referencePath } from '../../support/reference-data.js';
import { type CaseOutcome, expectedOutcomes, outcomeOf, type ReferenceCase } from './reference-case.js';

const visible = referencePath('mcp-configs', 'visible');
const names = hasReferenceData ? readdirSync(visible).sort() : [];
const scratch = hasReferenceData ? mkdtempSync(join(tmpdir(), 'agents-')) : '';

afterAll(() => {
  if (scratch !== '') rmSync(scratch, { recursive: true, force: true });
});

interface Setup {
  symlink?: Record<string, string>;
  chmod?: Record<string, string>;
}

function setupOf(folder: string): Setup {
  const path = join(folder, 'setup.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Setup) : {};
}

/** Root reads files that nobody may read. */
function isTestable(name: string): boolean {
  return process.getuid?.() !== 0 || !Object.values(setupOf(join(visible, name)).chmod ?? {}).includes('0000');
}

function prepare(name: string): string {
  const folder = join(scratch, name);
  copyTree(join(visible, name), folder);
  const { symlink = {}, chmod = {} } = setupOf(folder);
  for (const [path, target] of Object.entries(symlink)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  for (const [path, mode] of Object.entries(chmod)) chmodSync(join(folder, path), Number.parseInt(mode, 8));
  return folder;
}

function discover(folder: string, expected: ReferenceCase): CaseOutcome {
  const home = expected.home === null ? {} : { home: { absolute: join(folder, expected.home) } };
  const projects = expected.project === null ? [] : [{ absolute: join(folder, expected.project), prefix: `${expected.project}/` }];
  return outcomeOf(discoverAgents(diskFiles, { os: expected.os, ...home, projects }), expected);
}

describe.skipIf(!hasReferenceData)('discovery of the labelled cases', () => {
  it.each(names.filter(isTestable))('%s', (name) => {
    const folder = prepare(name);
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as ReferenceCase;
    const found = discover(folder, expected);
    const outcomes = expectedOutcomes(expected);
    const match = outcomes.find((outcome) => JSON.stringify(outcome) === JSON.stringify(found));
    if (match === undefined) expect(found).toEqual(outcomes[0]);
  });
});
