import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../support/project-folder.js';
import { castellan } from '../support/spawn-cli.js';

const SARIF = JSON.stringify({ version: '2.1.0', runs: [] });
const REPORT = ['explain', 'CVE-1', '--report'];

/** Every place that names a file the program needs beside what it scans. */
const NAMED: readonly [string, { args: readonly string[]; env?: Record<string, string> }][] = [
  ['--config', { args: ['scan', '--demo', '--config', 'FILE'] }],
  ['SERVICE_CONFIG', { args: ['scan', '--demo'], env: { SERVICE_CONFIG: 'FILE' } }],
  ['--policy', { args: ['scan', '--demo', '--policy', 'FILE'] }],
  ['--ignore-file', { args: ['scan', '--demo', '--ignore-file', 'FILE'] }],
  ['--vex', { args: ['scan', '--demo', '--vex', 'FILE'] }],
  ['--baseline', { args: ['scan', '--demo', '--baseline', 'FILE'] }],
  ['--model-key', { args: ['scan', '--demo', '--model-key', 'FILE'] }],
  [
    '--model-trust-root',
    { args: ['scan', '--demo', '--model-trust-root', 'FILE', '--model-identity', 'a@example.com', '--model-issuer', 'https://i.example'] },
  ],
  ['--report', { args: [...REPORT, 'FILE'] }],
  ['graph', { args: ['graph', 'FILE'] }],
];

describe('a file that the user names', () => {
  it.each(NAMED)('exits with 1 when it is missing: %s', async (_name, { args, env = {} }) => {
    const { code, stdout, stderr } = await castellan(
      args.map((arg) => (arg === 'FILE' ? 'absent.file' : arg)),
      { cwd: projectFolder({}), env: Object.fromEntries(Object.entries(env).map(([name]) => [name, 'absent.file'])) },
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: absent\.file {2}cannot be read: no such file or folder\n/),
    });
  });

  it.each(NAMED)('exits with 2 when it holds something else: %s', async (_name, { args, env = {} }) => {
    for (const text of ['{"a": [', SARIF]) {
      const cwd = projectFolder({ 'there.file': text });
      const { code, stdout, stderr } = await castellan(
        args.map((arg) => (arg === 'FILE' ? 'there.file' : arg)),
        { cwd, env: Object.fromEntries(Object.entries(env).map(([name]) => [name, 'there.file'])) },
      );
      // The root's own content is judged only where a signature is to be verified.
      if (args.includes('--model-trust-root') && text === SARIF) continue;
      expect({ text, code, stdout, stderr }).toEqual({
        text,
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^error: \S*there\.file/),
      });
    }
  });

  it('exits with 2 when it is no saved report that --inventory could take', async () => {
    for (const text of ['{"a": [', SARIF]) {
      const cwd = projectFolder({ 'there.file': text });
      expect(await castellan(['scan', '--inventory', 'there.file', '--offline'], { cwd })).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/^error: there\.file/),
      });
    }
  });

  it('is read as PowerShell writes it, and refused when it is no text', async () => {
    const cwd = projectFolder({});
    await castellan(['scan', '--demo', '--offline', '-f', 'json=utf8.json'], { cwd });
    const text = readFileSync(join(cwd, 'utf8.json'), 'utf8');
    writeFileSync(join(cwd, 'utf16.json'), `\uFEFF${text}`, 'utf16le');
    writeFileSync(join(cwd, 'binary.json'), Buffer.from([0x7b, 0xff, 0x00, 0x81]));
    const [utf8, utf16, binary] = await Promise.all(
      ['utf8.json', 'utf16.json', 'binary.json'].map((file) => castellan(['graph', file, '-f', 'json'], { cwd })),
    );
    expect(utf16).toEqual(utf8);
    expect(binary).toMatchObject({ code: 2, stderr: expect.stringMatching(/^error: binary\.json {2}not valid UTF-8 or UTF-16 text\n/) });
  });

  it('exits with 1 when serve or mcp serve needs it', async () => {
    const cwd = projectFolder({ file: 'x' });
    const run = (args: readonly string[], env = {}) => castellan(args, { cwd, env: { SERVICE_HOME: join(cwd, 'home'), ...env } });
    for (const args of [
      ['mcp', 'serve', '--http', '--key-file', 'absent'],
      ['mcp', 'serve', '--root', 'absent'],
      ['serve', '--port', '0', '--scan-roots', 'absent'],
      ['agents', '--project', '.', '--verify', '--yes', '--lock', 'absent'],
      ['audit', 'verify', 'absent', '--audit-key-file', 'absent'],
      ['db', 'import', 'absent'],
      ['db', 'update', '--from', './absent'],
    ])
      expect({ args, ...(await run(args)) }).toMatchObject({ args, code: 1, stderr: expect.stringContaining('absent') });
    for (const args of [
      ['mcp', 'serve', '--root', 'file'],
      ['serve', '--port', '0', '--scan-roots', 'file'],
    ])
      expect({ args, ...(await run(args)) }).toMatchObject({ args, code: 2 });
  });
});

describe('a path to scan', () => {
  it.each(['https://github.com/acme/app', 'git@github.com:acme/app.git'])(
    'that is an address is told what takes it: %s',
    async (address) => {
      const { code, stderr } = await castellan(['scan', address], { cwd: projectFolder({}) });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/^error: \S+ {2}no such file or folder\n.*`git clone`.*--image\n$/),
      });
    },
  );
});

describe('a variable that serve needs', () => {
  it.each([
    ['SERVICE_OIDC_AUDIENCE', { SERVICE_OIDC_ISSUER: 'https://issuer.example' }],
    ['SERVICE_OIDC_ROLES', { SERVICE_OIDC_ISSUER: 'https://issuer.example', SERVICE_OIDC_AUDIENCE: 'a' }],
    ['SERVICE_SAML_ISSUER', { SERVICE_SAML_ENTRY_POINT: 'https://idp.example/sso' }],
    ['SERVICE_SAML_CERT_FILE', { SERVICE_SAML_ENTRY_POINT: 'https://idp.example/sso', SERVICE_SAML_ISSUER: 'castellan' }],
    ['absent.secret', { SERVICE_PROXY_SECRET_FILE: 'absent.secret' }],
  ])('and is missing is a failed precondition: %s', async (name, env) => {
    const cwd = projectFolder({});
    const { code, stderr } = await castellan(['serve', '--port', '0'], { cwd, env: { SERVICE_HOME: join(cwd, 'home'), ...env } });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(name) });
  });
});
