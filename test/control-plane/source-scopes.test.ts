import { mkdirSync, symlinkSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

const OUTSIDE = 'a path must be absolute and lie within the folders this server may scan';

describe.each(databases())('what a source may cover, on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
    mkdirSync(`${at.folder}/inside`);
    symlinkSync('/etc', `${at.folder}/out`);
    symlinkSync(`${at.folder}/inside`, `${at.folder}/in`);
    symlinkSync(`${at.folder}/nowhere`, `${at.folder}/dangling`);
  });

  /** `<root>` stands for the folder that this server may scan. */
  const register = (kind: string, scope: object) => {
    const body = JSON.stringify({ kind, display_name: 'x', scope }).replaceAll('<root>', at.folder);
    return at.ask('POST', '/v1/sources', { key, body: JSON.parse(body) });
  };

  it.each<[string, object]>([
    ['scan.repo', { path: '<root>' }],
    ['scan.repo', { path: '<root>/in' }],
    ['scan.repo', { path: '<root>/not/yet/there' }],
    ['scan.repo', { path: '<root>/inside/../inside', exclude: ['dist/**'] }],
    ['scan.repo', { url: 'https://git.example/a/b.git' }],
    ['scan.repo', { url: 'https://git.example:8443/a/b', ref: 'release/2.0' }],
    ['scan.repo', { url: 'git@git.example:a/b.git', ref: 'v1.0.0+build' }],
    ['scan.repo', { url: 'ssh://git@git.example/a/b.git' }],
    ['scan.repo', { url: 'file://<root>/inside' }],
    ['scan.iac', { repo_url: 'https://git.example/a/b' }],
    ['scan.mcp_config', { paths: ['<root>/a.json', '<root>/inside/b.json'] }],
    ['ingest.artifact_import', { format: 'sarif' }],
    ['ingest.artifact_import', { format: 'cyclonedx', path: '<root>/bom.json' }],
    ['ingest.fleet_sync', { devices: ['laptop'] }],
    ['runtime.proxy', {}],
  ])('%s takes %j', async (kind, scope) => {
    const made = await register(kind, scope);
    expect(made).toMatchObject({ status: 201, body: { kind } });
    const loaded = await at.ask('GET', `/v1/sources/${made.body.source_id}`, { key });
    expect(JSON.stringify(loaded.body.scope).replaceAll(at.folder, '<root>')).toBe(
      JSON.stringify(Object.fromEntries(Object.entries(scope).sort(([a], [b]) => (a < b ? -1 : 1)))),
    );
  });

  it.each<[string, object, string]>([
    ['scan.repo', { path: '/etc' }, OUTSIDE],
    ['scan.repo', { path: '<root>/out' }, OUTSIDE],
    ['scan.repo', { path: '<root>/out/ssl' }, OUTSIDE],
    ['scan.repo', { path: '<root>/dangling' }, OUTSIDE],
    ['scan.repo', { path: '<root>/../..' }, OUTSIDE],
    ['scan.repo', { path: 'inside' }, OUTSIDE],
    ['scan.repo', { path: '~/x' }, OUTSIDE],
    ['scan.repo', { url: 'file:///etc' }, OUTSIDE],
    ['scan.repo', { url: 'file:///%2e%2e/etc' }, OUTSIDE],
    ['scan.repo', { url: 'file:///%zz' }, OUTSIDE],
    ['scan.mcp_config', { paths: ['<root>/a.json', '/etc/passwd'] }, OUTSIDE],
    ['scan.iac', { path: '/' }, OUTSIDE],
    ['ingest.artifact_import', { format: 'cyclonedx', path: '/etc/passwd' }, OUTSIDE],
    ['ingest.artifact_import', { format: 'sarif', path: '<root>/a.sarif' }, 'SARIF is not read from a file'],
    ['ingest.artifact_import', { format: 'pdf' }, 'scope.format'],
    ['scan.repo', {}, 'does not fit a source of kind scan.repo'],
    ['scan.repo', { path: '<root>', url: 'https://git.example/a/b' }, 'does not fit a source of kind scan.repo'],
    ['scan.mcp_config', { paths: [] }, 'scope.paths'],
    ['scan.cloud', { connection_id: 'x' }, 'scope.connection_id'],
    ['runtime.proxy', { path: '<root>' }, 'does not fit a source of kind runtime.proxy'],
  ])('%s refuses %j', async (kind, scope, reason) => {
    const answer = await register(kind, scope);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toContain(reason);
  });

  it.each([
    'https://bot:hunter22pass@git.example/a/b',
    'https://git.example/a/b?token=x',
    'https://git.example/a/b#x',
    'https://git.example',
    'http://-oProxyCommand=x/a',
    'ssh://-oProxyCommand=x/a',
    '-oProxyCommand=x:a',
    'git@git.example:-a',
    'ext::sh -c id',
    'ftp://git.example/a',
    'https://git.example/a b',
    '../a',
  ])('no repository has the address %s', async (url) => {
    const answers = await Promise.all([register('scan.repo', { url }), register('scan.iac', { repo_url: url })]);
    for (const { status, text } of answers) {
      expect(status).toBe(422);
      expect(text).not.toContain('hunter22pass');
    }
  });

  it.each(['--upload-pack=x', 'a..b', 'a@{1}', 'a//b', 'a b', '', '.hidden'])('no branch is called %j', async (ref) => {
    expect((await register('scan.repo', { url: 'https://git.example/a/b', ref })).status).toBe(422);
  });
});
