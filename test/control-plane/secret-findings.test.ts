import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerPool } from '../../src/control-plane/jobs/claim.js';
import { databases } from '../support/databases.js';
import { ended, runJobs } from '../support/job-runs.js';
import { Dice, madeSecret, shapeNamed } from '../support/made-secrets.js';
import { writeTree } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';
import { withPlane } from '../support/with-plane.js';

const token = madeSecret(shapeNamed('github-pat'), new Dice(13));
const password = 'Tulip-otter-42!k3Jd9';
const seenIn = (text: string) => [token.slice(4), password, 'otter-42'].filter((part) => text.includes(part));

const PROJECT = {
  'deploy.sh': `export GH_TOKEN=${token}\n`,
  '.env': `DB_PASSWORD=${password} # castellan:ignore secret-generic-password -- ${token} is old, too\n`,
  'app.yaml': `url: postgres://app:${password}@db.internal.example.com/app\n`,
  Dockerfile: `FROM scratch\nENV GH_TOKEN=${token}\n`,
};

describe.each(databases())('secrets that a scan finds, on $name', (database) => {
  let pool: WorkerPool;
  let key = '';
  const at = withPlane(database, { workers: 1 });
  beforeAll(async () => {
    writeTree(join(at.folder, 'app'), PROJECT);
    key = await at.key('acme');
    pool = runJobs(at);
  });
  afterAll(() => pool.close());

  /** Everything that the service keeps: each row of each table, and each file. */
  const kept = async () => {
    const rows = await at.plane.store.write('acme', async (_store, { db }) => {
      const tables = await db.introspection.getTables();
      const texts: string[] = [];
      for (const { name } of tables)
        texts.push(
          JSON.stringify(
            await db
              .selectFrom(name as 'tenants')
              .selectAll()
              .execute(),
          ),
        );
      return texts.join('\n');
    });
    const data = readdirSync(join(at.folder, 'data'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return rows + data.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')).join('\n');
  };
  const told = async () => {
    const pages = await Promise.all(['/v1/findings', '/v1/evidence', '/v1/audit'].map((url) => at.ask('GET', url, { key })));
    return pages.map(({ text }) => text).join('\n');
  };
  const rules = async () => {
    const { items } = (await at.ask('GET', '/v1/findings?limit=100', { key })).body;
    return JSON.stringify(items);
  };
  const nothingOfThem = async () => {
    const everything = (await kept()) + (await told());
    expect(everything.includes('secret-github-pat')).toBe(true);
    expect(seenIn(everything)).toEqual([]);
  };

  it('are kept without their values after a job', async () => {
    const made = await at.ask('POST', '/v1/scan', { key, body: { kind: 'scan.repo', scope: { path: join(at.folder, 'app') } } });
    const job = await ended(at, key, made.body.job_id);
    expect(await rules()).toContain('secret-connection-string');
    await nothingOfThem();
    const content = await at.ask('GET', `/v1/evidence/${job.evidence[0].evidence_id}/content`, { key });
    expect(content.text).toContain('secret-github-pat');
    expect(seenIn(content.text)).toEqual([]);
  });

  it('are kept without their values after a push', async () => {
    const { stdout } = await castellan(['scan', '.', '--offline', '--no-vulnerabilities', '--format', 'json'], {
      cwd: join(at.folder, 'app'),
    });
    const source = { kind: 'ingest.result_push', display_name: 'pushed', scope: {} };
    const made = await at.ask('POST', '/v1/sources', { key, body: source });
    const pushed = await at.ask('POST', `/v1/results/push?source_id=${made.body.source_id}`, { key, body: JSON.parse(stdout) });
    expect(pushed.status, pushed.text.slice(0, 300)).toBeLessThan(300);
    await nothingOfThem();
  });
});
