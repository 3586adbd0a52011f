import { describe, expect, it } from 'vitest';
import { configFile, judge, rulesFor, server } from './judged.js';

const KEY = '7c1f90ab52de3408f6b1c95e20d7a84b3e65f912';
const fine = ['npx', '-y', 'tool@1.0.0'];

describe('literal secrets', () => {
  it.each<[string, () => string[], string[]]>([
    ['env', () => rulesFor(fine, { env: { API_KEY: KEY } }), ['literal-secret-env']],
    ['placeholder', () => rulesFor(fine, { env: { API_KEY: '${env:API_KEY}' } }), []],
    [
      'key pair',
      () => rulesFor(fine, { env: { AWS_ACCESS_KEY_ID: 'AKIAQ5XTN3PLM7WRE2KD', AWS_SECRET_ACCESS_KEY: `${KEY}/x` } }),
      ['literal-secret-env'],
    ],
    ['id alone', () => rulesFor(fine, { env: { AWS_ACCESS_KEY_ID: 'AKIAQ5XTN3PLM7WRE2KD' } }), ['literal-secret-env']],
    ['flag', () => rulesFor([...fine, '--api-key', KEY]), ['literal-secret-arg']],
    ['flag with =', () => rulesFor([...fine, `--token=${KEY}`]), ['literal-secret-arg']],
    ['two flags', () => rulesFor([...fine, `--token=${KEY}`, `--password=${KEY}`]), ['literal-secret-arg', 'literal-secret-arg']],
    ['assignment', () => rulesFor(['env', `API_TOKEN=${KEY}`, ...fine]), ['literal-secret-arg']],
    [
      'docker -e',
      () => rulesFor(['docker', 'run', '-e', `API_TOKEN=${KEY}`, `team/tool@sha256:${'c'.repeat(64)}`]),
      ['literal-secret-arg'],
    ],
    [
      'header',
      () => rulesFor([], { url: 'https://mcp.service.test/', headers: { Authorization: `Bearer ${KEY}` } }),
      ['literal-secret-header'],
    ],
    ['other header', () => rulesFor([], { url: 'https://mcp.service.test/', headers: { 'X-Request-Id': KEY } }), []],
    ['switched off', () => rulesFor(fine, { env: { API_KEY: KEY }, disabled: true }), ['literal-secret-env']],
  ])('%s', (_name, found, rules) => {
    expect(found()).toEqual(rules);
  });

  it('counts each secret of an address, as the inventory hides them', () => {
    const remote = server([], { url: `https://bot:${KEY}@mcp.service.test/?apiKey=${KEY}` });
    remote.server.url = 'https://bot:<redacted>@mcp.service.test/?apiKey=<redacted>';
    expect(judge([configFile([remote])]).filter((one) => one.rule === 'literal-secret-url')).toHaveLength(2);
  });

  it('never shows the value, and writes the reference as the client does', () => {
    const settings = [{ name: 'env.SERVICE_TOKEN', value: KEY, line: 4 }];
    const inFiles = (client: string) =>
      judge([configFile([server([...fine, '--api-key', KEY], { env: { API_KEY: KEY } })], { client, settings })]);
    expect(inFiles('cursor')).toHaveLength(3);
    expect(JSON.stringify(inFiles('cursor'))).not.toContain(KEY);
    expect(
      inFiles('cursor')
        .map((one) => one.fix)
        .join(),
    ).toContain('`${env:API_KEY}`');
    expect(
      inFiles('opencode')
        .map((one) => one.fix)
        .join(),
    ).toContain('`{env:API_KEY}`');
    expect(
      inFiles('claude-code')
        .map((one) => one.fix)
        .join(),
    ).toContain('`${API_KEY}`');
  });

  it('is critical in a project’s file, and surer by shape than by name', () => {
    const one = (value: string, scope: 'home' | 'project') =>
      judge([configFile([server(fine, { env: { API_KEY: value } })], { scope })]).find(({ rule }) => rule === 'literal-secret-env');
    expect(one(KEY, 'project')).toMatchObject({ severity: 'critical', confidence: 'medium' });
    expect(one(`sk-ant-api03-${'a1B2'.repeat(12)}`, 'home')).toMatchObject({ severity: 'high', confidence: 'high' });
  });
});

describe('what credentials reach', () => {
  it.each<[string[], string[]]>([
    [['SUPABASE_SERVICE_ROLE_KEY'], ['broad-credential']],
    [['VAULT_ROOT_TOKEN'], ['broad-credential']],
    [['ROOTLY_API_KEY', 'MASTERCARD_API_KEY', 'ADMIN_EMAIL', 'ROOT_DIR'], []],
    [['A_TOKEN', 'B_API_KEY', 'DB_PASSWORD', 'C_SECRET'], ['many-credentials']],
    [['A_TOKEN', 'B_API_KEY', 'DATABASE_URL', 'MAX_TOKENS', 'PUBLIC_KEY'], []],
    [['GH_PAT', 'SENTRY_DSN', 'X_AUTH', 'DATABASE_URL'], ['many-credentials']],
  ])('%j', (names, rules) => {
    const env = Object.fromEntries(names.map((name) => [name, `\${${name}}`]));
    expect(rulesFor(fine, { env })).toEqual(rules);
  });

  it.each([
    ['https://tools.service.test/mcp', 'Bearer ${GITHUB_TOKEN}', ['credential-to-unrelated-host']],
    ['https://api.githubcopilot.com/mcp', 'Bearer ${GITHUB_TOKEN}', []],
    ['http://localhost:3000/mcp', 'Bearer ${GITHUB_TOKEN}', []],
    ['https://tools.service.test/mcp', 'Bearer ${SERVICE_TOKEN}', []],
  ])('%s with %s', (url, value, rules) => {
    expect(rulesFor([], { url, headers: { Authorization: value } })).toEqual(rules);
  });
});

describe('the file', () => {
  const rulesAt = (mode: number, env: Record<string, string> = {}) =>
    judge([configFile([server(fine, { env })], { mode })]).map(({ rule, severity }) => `${rule} ${severity}`);

  it('is judged by its mode and what stands in it', () => {
    expect(rulesAt(0o100666)).toEqual(['config-writable-by-others high']);
    expect(rulesAt(0o664)).toEqual(['config-writable-by-others low']);
    expect(rulesAt(0o644)).toEqual([]);
    expect(rulesAt(0o644, { API_KEY: KEY })).toEqual(['literal-secret-env high', 'secret-file-readable-by-others medium']);
    expect(rulesAt(0o640, { API_KEY: KEY })).toEqual(['literal-secret-env high']);
  });

  it('may be a link, also one that was not followed', () => {
    expect(judge([configFile([], { symlink: true })]).map((one) => one.rule)).toEqual(['config-is-symlink']);
    const issue = { collector: 'ai-clients', path: '~/.lmstudio/mcp.json', kind: 'symlink_outside' as const, reason: 'not followed' };
    expect(judge([], { inventory: { issues: [issue, { ...issue, collector: 'walk' }] } }).map((one) => one.locations[0]?.path)).toEqual([
      issue.path,
    ]);
  });
});
