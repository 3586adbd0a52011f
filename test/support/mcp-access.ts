import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { openAdvisories } from '../../src/advisories/database.js';
import { treeSources } from '../../src/advisories/feed-sources.js';
import { updateDatabase } from '../../src/advisories/update.js';
import { ReportShelf, type ServerAccess } from '../../src/mcp-server/contract/access.js';
import type { ScanRequest } from '../../src/model/request.js';
import { runScan } from '../../src/scan/run.js';
import { diskFiles } from '../../src/system/files.js';
import { silentLog } from '../../src/system/log.js';
import { defaultGates } from './estates.js';
import { projectRoot } from './spawn-cli.js';

const NOW = Date.parse('2026-09-20T12:00:00Z');

/** What the tools may touch in a test: a root folder, a database, no network. */
export function testAccess(root: string, database: string | undefined, over: Partial<ServerAccess> = {}): ServerAccess {
  const realRoot = realpathSync(root);
  const open = () => (database === undefined ? { problem: 'no advisory database' } : { source: openAdvisories(database) });
  const request: ScanRequest = {
    targets: [],
    cwd: realRoot,
    ecosystems: [],
    exclude: [],
    gitignore: true,
    includeDev: true,
    userConfig: false,
    vulnerabilities: true,
    infrastructure: true,
    secrets: true,
    demo: false,
    offline: true,
    gates: defaultGates({ maxDbAgeMs: 3650 * 86_400_000 }),
  };
  return {
    version: '0.0.0-test',
    root: realRoot,
    request,
    files: diskFiles,
    async scan(asked, signal) {
      const advisories = open();
      try {
        return await runScan(
          asked,
          { files: diskFiles, clock: () => NOW, log: silentLog, emit: () => {}, signal, advisories },
          '0.0.0-test',
        );
      } finally {
        advisories.source?.close();
      }
    },
    openAdvisories: open,
    clock: () => NOW,
    reports: new ReportShelf(),
    onUnexpected: () => {},
    ...over,
  };
}

/** Fills a database at `path` with the shipped sample feeds. */
export async function fillDatabase(path: string): Promise<string> {
  const feeds = join(projectRoot, 'fixtures/feeds');
  await updateDatabase({ dbPath: path, sources: treeSources(feeds), clock: () => NOW, signal: new AbortController().signal });
  return path;
}
