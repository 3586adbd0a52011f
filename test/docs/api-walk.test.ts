import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../src/api/registry.js';
import { answerJudge, blocksOf, missingPrograms, PastedShell } from '../support/api-walk.js';
import { databases } from '../support/databases.js';
import { execFileSync } from '../support/programs.js';
import { type RecordingProxy, recordingProxy } from '../support/recording-proxy.js';
import { serveFolder, startServe } from '../support/serve-process.js';

const blocks = blocksOf(readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8'));
const missing = missingPrograms();
const judge = answerJudge();

const ON_EVERY_ANSWER = {
  'x-request-id': expect.any(String),
  'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  'x-span-id': expect.stringMatching(/^[0-9a-f]{16}$/),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'content-security-policy': expect.any(String),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

describe.skipIf(missing.length > 0)(
  `docs/api.md, pasted into bash${missing.length ? ` (this machine lacks ${missing.join(', ')})` : ''}`,
  () => {
    describe.each(databases())('with serve on $name', (database) => {
      const folder = serveFolder();
      let proxy: RecordingProxy;
      let shell: PastedShell;
      const walked = new Set<string>();

      beforeAll(async () => {
        const { databaseUrl } = await database.open();
        const repository = gitRepository(folder.path);
        proxy = await recordingProxy();
        const serving = await startServe({
          home: join(folder.path, 'home'),
          firstStart: true,
          args: ['--workers', '2', '--scan-roots', folder.path],
          env: { SERVICE_OFFLINE: '1', ...(databaseUrl !== undefined && { SERVICE_DATABASE_URL: databaseUrl }) },
        });
        folder.started.push(serving);
        proxy.target = serving.url;
        shell = new PastedShell(folder.path, { BASE: proxy.url, KEY: serving.key, REPOSITORY: `file://${repository}` });
      });
      afterAll(async () => {
        shell?.close();
        await proxy?.close();
        await folder.dispose();
        await database.close();
      });

      it.each(blocks)('$chapter: $heading', async ({ text, heading, statuses }) => {
        const { err } = await shell.paste(text);
        const exchanges = proxy.take();
        expect({ answered: exchanges.map(({ status }) => status), err }).toMatchObject({
          answered: statuses.map(({ usual, unconfigured }) => unconfigured ?? usual),
        });
        for (const exchange of exchanges) {
          if (exchange.status < 300) expect(rejectedIn(exchange.body), 'rejected of what was pushed').toEqual([]);
          expect(exchange.headers).toMatchObject(ON_EVERY_ANSWER);
          if (exchange.status === 201) expect(exchange.headers).toHaveProperty('location');
          expect(judge.complaints(exchange), `${exchange.method} ${exchange.path}`).toEqual([]);
          walked.add(judge.routeOf(exchange) ?? '');
        }
        if (/^[A-Z]+ \//.test(heading)) expect(exchanges.map((one) => judge.routeOf(one))).toContain(heading);
      });

      it('has called every route', () => {
        const all = Object.values(routes).map(({ method, path }) => `${method} ${path}`);
        expect(all.filter((route) => !walked.has(route))).toEqual([]);
      });
    });
  },
);

/** An intake that takes nothing of what it was sent also answers 200. */
function rejectedIn(body: string): unknown {
  return body.startsWith('{"source_id"') ? ((JSON.parse(body) as { rejected?: unknown[] }).rejected ?? []) : [];
}

function gitRepository(folder: string): string {
  const path = join(folder, 'shop');
  mkdirSync(path);
  writeFileSync(
    join(path, 'package-lock.json'),
    JSON.stringify({
      name: 'shop',
      lockfileVersion: 3,
      packages: {
        '': { name: 'shop', dependencies: { lodash: '4.17.20' } },
        'node_modules/lodash': { version: '4.17.20', license: 'MIT' },
      },
    }),
  );
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], { cwd: path });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Sell things');
  return path;
}
