import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import type { System } from '../../../src/collect/agents/clients/client.js';
import { type DiscoveryResult, discoverAgents } from '../../../src/collect/agents/discover.js';
import type { DiscoveryScope } from '../../../src/collect/agents/search-roots.js';
import { diskFiles } from '../../../src/system/files.js';

const made: string[] = [];

afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A scratch folder with files; texts as they are, other values as JSON. Removed after the test file. */
export function scratch(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-agents-'));
  made.push(folder);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const isBytes = typeof content === 'string' || content instanceof Uint8Array;
    writeFileSync(join(folder, path), isBytes ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

/** What is found in a folder with `home/` and `project/`. */
export function discover(folder: string, options: Partial<DiscoveryScope> & { os?: System } = {}): DiscoveryResult {
  const projects = [{ absolute: join(folder, 'project'), prefix: '' }];
  return discoverAgents(diskFiles, { os: 'linux', home: { absolute: join(folder, 'home') }, projects, ...options });
}

/** What is found among files. */
export function discoverIn(
  files: Readonly<Record<string, unknown>>,
  options: Partial<DiscoveryScope> & { os?: System } = {},
): DiscoveryResult {
  return discover(scratch(files), options);
}
