import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { connect } from '../support/mcp-client.js';
import { environment, execa } from '../support/programs.js';
import { projectFolder, writeTree } from '../support/project-folder.js';
import { castellan, programPath, projectRoot } from '../support/spawn-cli.js';

const CURSOR = '.cursor/mcp.json';
const CODEX = '.codex/config.toml';
const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
const everything = join(projectRoot, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');

const cursor = `{
  // mine
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "@acme/files@1.2.3", "--key", "${SECRET}"], "env": { "TOKEN": "${SECRET}" }, },
    "away": { "url": "https://away.example/mcp", "headers": { "Authorization": "Bearer ${SECRET}" } },
  },
}
`;
const codex = '[mcp_servers.notes]\r\ncommand = "uvx" # why\r\nargs = ["notes-mcp==1.0.0"]\r\n';

interface Home {
  path: string;
  data: string;
  run(...args: string[]): ReturnType<typeof castellan>;
  read(path: string): string;
}

/** A user's home, from whose folder `away` the program runs. */
function home(files: Readonly<Record<string, string>> = { [CURSOR]: cursor, [CODEX]: codex }): Home {
  const path = projectFolder(files);
  const cwd = join(path, 'away');
  mkdirSync(cwd, { recursive: true });
  const data = join(path, 'data');
  return {
    path,
    data,
    run: (...args) => castellan(['shield', ...args], { cwd, env: { HOME: path, USERPROFILE: path, SERVICE_HOME: data } }),
    read: (file) => readFileSync(join(path, file), 'utf8'),
  };
}

function serversOf(json: string): Record<string, { command: string; args: string[] }> {
  return JSON.parse(json.replace(/^ *\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1')).mcpServers;
}

describe('castellan shield install', () => {
  it('puts castellan before servers, and takes it off without a trace', async () => {
    const user = home();
    const installed = await user.run('install', '--yes');
    expect(installed).toMatchObject({ code: 0, last: '2 servers in 2 files now start through castellan; restart their clients' });
    const { files, away } = serversOf(user.read(CURSOR));
    expect(files?.args.slice(0, 9)).toEqual([programPath, 'proxy', '--server', 'files', '--policy', 'strict', '--mode', 'enforce', '--']);
    expect(files?.args.slice(9)).toEqual(['npx', '-y', '@acme/files@1.2.3', '--key', SECRET]);
    expect(away).toMatchObject({ url: 'https://away.example/mcp' });
    expect(user.read(CODEX)).toMatch(
      /^\[mcp_servers\.notes\]\r\ncommand = "\/.*node" # why\r\nargs = \["[^"]+", "proxy", .*"uvx", "notes-mcp==1\.0\.0"\]\r\n$/,
    );
    expect(await user.run('install', '--yes')).toMatchObject({
      code: 0,
      stdout: '',
      last: 'nothing to write: 2 servers start through castellan already',
    });
    const removed = await user.run('remove', '--yes');
    expect(removed).toMatchObject({ code: 0, last: '2 servers in 2 files start without castellan again; restart their clients' });
    expect([user.read(CURSOR), user.read(CODEX)]).toEqual([cursor, codex]);
    expect(readdirSync(user.data)).toEqual([]);
    expect(await user.run('remove', '--yes')).toMatchObject({ code: 0, stdout: '' });
  });

  it('shows what it would write, and no value of the files', async () => {
    const user = home();
    const { code, stdout, stderr, last } = await user.run('install', '--dry-run');
    expect({ code, last }).toEqual({ code: 0, last: 'nothing was written' });
    expect(stdout).toContain('--- ~/.cursor/mcp.json\n+++ ~/.cursor/mcp.json\n@@ ');
    expect(stdout).toMatch(/^-\s+"files": \{ "command": "npx", "args": \["…"/m);
    expect(stdout).toMatch(/^\+\s+"files": \{ "command": "\/.*"--", "npx", "…"/m);
    expect(stdout + stderr).not.toMatch(/ghp_|files@1|away\.example|notes-mcp|mine|why/);
    expect([user.read(CURSOR), user.read(CODEX), existsSync(user.data)]).toEqual([cursor, codex, false]);
  });

  it('asks, and writes nothing where nobody can be asked', async () => {
    const user = home();
    for (const command of ['install', 'remove']) {
      const { code, stdout, stderr } = await user.run(command);
      if (command === 'install')
        expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
      else expect(code).toBe(0);
    }
    expect(user.read(CURSOR)).toBe(cursor);
    await user.run('install', '--yes');
    expect(await user.run('remove')).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    [['install', '--client', 'cursr'], 2, 'did you mean "cursor"?'],
    [['status', '--client', 'nobody'], 2, 'unknown client "nobody"'],
    [['install', '--mode', 'stop'], 2, '--mode'],
    [['install', '--yes', '--rate', '0'], 2, '--rate'],
    [['install', '--yes', '--policy', 'none.yaml'], 1, 'none.yaml'],
    [['install', '--yes', '--lock', 'none.lock'], 1, 'none.lock'],
    [['install', '--yes', '--otlp', 'https://collector.example', '--otlp-header', 'x-key=file:none'], 1, 'none'],
    [['install', '--yes', '--otlp', 'https://collector.example', '--otlp-header', 'x-key=secret'], 2, 'NAME=env:VARIABLE'],
    [['status', '--mode', 'audit'], 2, 'unknown option "--mode"'],
    [['install', '--env', 'A'], 2, 'unknown option "--env"'],
  ])('refuses %j', async (args, code, reason) => {
    const user = home();
    const result = await user.run(...args);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(reason);
    expect(user.read(CURSOR)).toBe(cursor);
  });

  it('passes headers on, their files by their whole path and their variables by name', async () => {
    const user = home();
    writeFileSync(join(user.path, 'away/key'), 'mine\n', { mode: 0o600 });
    const headers = [
      'x-key=file:key',
      'Authorization=Bearer file:../away/key',
      'x-other=env:NOT_SET_HERE',
      `x-whole=file:${join(user.path, 'away/key')}`,
    ];
    const options = ['--otlp', 'https://collector.example', ...headers.flatMap((header) => ['--otlp-header', header])];
    expect(await user.run('install', '--yes', '--client', 'cursor', ...options)).toMatchObject({ code: 0 });
    const words = serversOf(user.read(CURSOR))['files']?.args ?? [];
    const file = join(user.path, 'away/key');
    expect(words.filter((_, at) => words[at - 1] === '--otlp-header')).toEqual([
      `x-key=file:${file}`,
      `Authorization=Bearer file:${file}`,
      'x-other=env:NOT_SET_HERE',
      `x-whole=file:${file}`,
    ]);
  });

  it('passes the options of a relay on, files by their whole path', async () => {
    const user = home();
    writeTree(user.path, { 'away/gateway.yaml': 'name: x\nrules:\n  - { id: r, effect: deny, when: { tools: [rm] } }\n' });
    const options = ['--policy', 'gateway.yaml', '--mode', 'audit', '--rate', '60/min', '--no-redact', '--log', 'off'];
    expect(await user.run('install', '--yes', '--client', 'cursor', ...options)).toMatchObject({ code: 0 });
    const words = serversOf(user.read(CURSOR))['files']?.args.slice(4, -6) ?? [];
    expect([...words].sort()).toEqual(
      [...options.map((word) => (word === 'gateway.yaml' ? join(user.path, 'away/gateway.yaml') : word))].sort(),
    );
    expect(user.read(CODEX)).toBe(codex);
    expect((await user.run('install', '--yes', '--client', 'cursor')).last).toMatch(/^1 server in 1 file now/);
    await user.run('remove', '--yes');
    expect(user.read(CURSOR)).toBe(cursor);
  });

  it('writes through a link, keeps modes, and says where it leads', async () => {
    const user = home({ [CODEX]: codex, 'dotfiles/cursor.json': cursor });
    mkdirSync(join(user.path, '.cursor'));
    symlinkSync('../dotfiles/cursor.json', join(user.path, CURSOR));
    chmodSync(join(user.path, 'dotfiles/cursor.json'), 0o640);
    const { stdout } = await user.run('install', '--yes', '--client', 'cursor');
    expect(stdout).toContain('(a link to ');
    expect(readlinkSync(join(user.path, CURSOR))).toBe('../dotfiles/cursor.json');
    expect(statSync(join(user.path, CURSOR)).mode & 0o777).toBe(0o640);
    expect(user.read(CURSOR)).toContain('"proxy"');
    await user.run('remove', '--yes');
    expect([user.read(CURSOR), lstatSync(join(user.path, CURSOR)).isSymbolicLink()]).toEqual([cursor, true]);
    expect(statSync(join(user.path, CURSOR)).mode & 0o777).toBe(0o640);
  });

  it.each([
    ['does not parse', '{ "mcpServers": { "a": '],
    ['names a server twice', '{"mcpServers":{"a":{"command":"x","args":[]},"a":{"command":"y","args":[]}}}'],
    ['is not in UTF-8', Buffer.from('\ufeff{"mcpServers":{"a":{"command":"x","args":[]}}}', 'utf16le').toString('latin1')],
  ])('leaves a file as it is that %s, and does the others', async (_, text) => {
    const user = home({ [CODEX]: codex });
    mkdirSync(join(user.path, '.cursor'));
    const bytes = Buffer.from(text, 'latin1');
    writeFileSync(join(user.path, CURSOR), bytes);
    const { code, stderr } = await user.run('install', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain('warning: ~/.cursor/mcp.json: ');
    expect(readFileSync(join(user.path, CURSOR)).equals(bytes)).toBe(true);
    expect(user.read(CODEX)).toContain('"proxy"');
    const { stdout } = await user.run('status');
    expect(stdout).toMatch(/~\/\.cursor\/mcp\.json {2}read-only: /);
  });

  it('keeps what users and clients wrote since', async () => {
    const user = home();
    await user.run('install', '--yes');
    const added = '    "added": { "command": "added" },\n';
    writeFileSync(join(user.path, CURSOR), user.read(CURSOR).replace('    "files"', `${added}    "files"`));
    writeFileSync(join(user.path, CODEX), '[mcp_servers.notes]\nargs=["notes-mcp==1.0.0"]\ncommand="other"\n');
    expect((await user.run('status')).stdout).toMatch(
      /added\s+not shielded[\s\S]*notes|notes\s+changed: it was shielded[\s\S]*added\s+not shielded/,
    );
    expect(await user.run('remove', '--yes')).toMatchObject({ code: 0 });
    expect(user.read(CURSOR)).toBe(cursor.replace('    "files"', `${added}    "files"`));
    expect(existsSync(join(user.data, 'shield'))).toBe(false);
  });

  it('puts back by its words what somebody edited, and keeps the backup', async () => {
    const user = home();
    await user.run('install', '--yes', '--client', 'codex');
    writeFileSync(join(user.path, CODEX), user.read(CODEX).replace('"enforce"', '"audit"'));
    expect((await user.run('status')).stdout).toContain('notes  changed: its options are not those that were written');
    const { code, stderr } = await user.run('remove', '--yes');
    expect(code).toBe(0);
    expect(stderr).toMatch(/notes was edited since, so its words were put back/);
    const [, backup = ''] = /as it was: (.*)$/m.exec(stderr) ?? [];
    expect(readFileSync(backup, 'utf8')).toBe(codex);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(user.read(CODEX)).toBe(codex);
  });

  it('takes castellan out of projects from wherever it is called', async () => {
    const user = home({ 'away/.mcp.json': '{"mcpServers":{"a":{"command":"x"}}}' });
    const { stderr } = await user.run('install', '--yes');
    expect(stderr).toContain('note: .mcp.json belongs to a project');
    const elsewhere = projectFolder({});
    const env = { HOME: user.path, USERPROFILE: user.path, SERVICE_HOME: user.data };
    expect(await castellan(['shield', 'remove', '--yes'], { cwd: elsewhere, env })).toMatchObject({ code: 0 });
    expect(user.read('away/.mcp.json')).toBe('{"mcpServers":{"a":{"command":"x"}}}');
  });

  it('writes the links through which it was started, and no path of a cache', async () => {
    const user = home();
    const start = (link: string) => {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(programPath, link);
      return execa(process.execPath, [link, 'shield', 'install', '--dry-run', '--client', 'cursor'], {
        cwd: join(user.path, 'away'),
        env: { HOME: user.path, USERPROFILE: user.path, SERVICE_HOME: user.data, PATH: join(user.path, 'bin') },
        reject: false,
      });
    };
    mkdirSync(join(user.path, 'bin'));
    symlinkSync(process.execPath, join(user.path, 'bin/node'));
    const { stdout } = await start(join(user.path, 'bin/castellan'));
    expect(stdout).toContain(`["${join(user.path, 'bin/castellan')}", "proxy"`);
    const { exitCode, stderr } = await start(join(user.path, '_npx/1a2b/castellan'));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('npm install --global castellan')]);
  });

  it('writes a file once that two clients share by a link', async () => {
    const user = home({ [CURSOR]: cursor });
    mkdirSync(join(user.path, '.codeium/windsurf'), { recursive: true });
    symlinkSync(join(user.path, CURSOR), join(user.path, '.codeium/windsurf/mcp_config.json'));
    expect(await user.run('install', '--yes')).toMatchObject({ code: 0, last: expect.stringMatching(/^1 server in 1 file/) });
    expect((await user.run('status')).stdout.match(/files\s+shielded/g)).toHaveLength(2);
    await user.run('remove', '--yes');
    expect(user.read(CURSOR)).toBe(cursor);
  });

  it('forgets a file that is gone', async () => {
    const user = home();
    await user.run('install', '--yes');
    rmSync(join(user.path, CODEX));
    expect(await user.run('remove', '--yes')).toMatchObject({ code: 0 });
    expect(existsSync(join(user.data, 'shield'))).toBe(false);
  });

  it('does not call a file free of castellan that it cannot read', async () => {
    const user = home();
    await user.run('install', '--yes');
    writeFileSync(join(user.path, CURSOR), `${user.read(CURSOR)}}`);
    const { code, stderr } = await user.run('remove', '--yes');
    expect(code).toBe(1);
    const [, backup = ''] = /cannot be edited now; as it was: (.*)$/m.exec(stderr) ?? [];
    expect(readFileSync(backup, 'utf8')).toBe(cursor);
    expect(user.read(CODEX)).toBe(codex);
  });

  it('refuses a record that is damaged', async () => {
    const user = home();
    await user.run('install', '--yes');
    writeFileSync(join(user.data, 'shield/record.json'), '{');
    expect(await user.run('remove', '--yes')).toMatchObject({ code: 1, stderr: expect.stringContaining('is damaged') });
  });
});

describe('castellan shield status', () => {
  it('says of each server how it starts, also as JSON', async () => {
    const user = home();
    await user.run('install', '--yes', '--client', 'cursor');
    const { code, stdout } = await user.run('status', '--format', 'json');
    expect(code).toBe(0);
    const { files, read_only_clients: closed } = JSON.parse(stdout);
    expect(files).toEqual([
      { client: 'codex', path: '~/.codex/config.toml', servers: [{ name: 'notes', status: 'not shielded' }] },
      {
        client: 'cursor',
        path: '~/.cursor/mcp.json',
        servers: [
          { name: 'files', status: 'shielded' },
          { name: 'away', status: 'remote', reason: 'not shielded' },
        ],
      },
    ]);
    expect(closed.map(({ client }: { client: string }) => client)).toContain('docker-mcp');
    const table = (await user.run('status')).stdout;
    expect(table).toMatch(/read-only, .*: cherry-studio/);
    expect(table).toContain('1 of 3 servers start through castellan');
    expect(table + stdout).not.toMatch(/ghp_/);
  });

  it('says where a server can no longer start', async () => {
    const args = ['/gone/castellan', 'proxy', '--server', 'a', '--', 'x'];
    const user = home({ [CURSOR]: JSON.stringify({ mcpServers: { a: { command: process.execPath, args } } }) });
    expect((await user.run('status')).stdout).toContain('a  changed: it cannot start: /gone/castellan is gone');
  });

  it('does not take another program of the name for castellan', async () => {
    const user = home({ 'elsewhere/castellan': '', 'elsewhere/node': '' });
    const other = join(user.path, 'elsewhere/castellan');
    const entry = (command: string, ...args: string[]) => ({ command, args: [...args, 'proxy', '--server', 'a', '--', 'x'] });
    writeTree(user.path, {
      [CURSOR]: JSON.stringify({
        mcpServers: { a: entry(other), b: entry(process.execPath, other), c: entry(join(user.path, 'elsewhere/node'), programPath) },
      }),
    });
    expect((await user.run('status')).stdout.match(/[abc] {2}changed: it (?:starts .* is not what runs now|cannot start)/g)).toHaveLength(
      3,
    );
  });
});

describe('a server behind the shield', () => {
  it('answers the official client through the command of the file, without a PATH', async () => {
    const user = home({ [CURSOR]: JSON.stringify({ mcpServers: { all: { command: process.execPath, args: [everything, 'stdio'] } } }) });
    expect(await user.run('install', '--yes')).toMatchObject({ code: 0 });
    const { command = '', args = [] } = serversOf(user.read(CURSOR))['all'] ?? {};
    const env = environment({ HOME: user.path, SERVICE_HOME: user.data, PATH: '/nowhere' });
    const client = await connect(new StdioClientTransport({ command, args, env, stderr: 'ignore' }), 'legacy');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('echo');
    expect(await client.callTool({ name: 'echo', arguments: { message: 'hello' } })).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('hello') }],
    });
    await client.close();
    expect(readFileSync(join(user.data, 'runtime/all.jsonl'), 'utf8')).toContain('"tool":"echo"');
  });

  it('is the same server to `castellan agents`', async () => {
    const user = home();
    const env = { HOME: user.path, USERPROFILE: user.path, SERVICE_HOME: user.data, SERVICE_DB: join(user.path, 'none.db') };
    const look = async () => {
      const { stdout } = await castellan(['agents', '--format', 'json', '--offline'], { cwd: join(user.path, 'away'), env });
      const { servers, credentials, findings } = JSON.parse(stdout);
      return {
        servers: servers.map(({ command: _command, args: _args, ...server }: Record<string, unknown>) => server),
        credentials,
        findings: findings.map(({ fingerprint, rule }: Record<string, unknown>) => ({ fingerprint, rule })),
      };
    };
    const before = await look();
    await user.run('install', '--yes');
    expect(await look()).toEqual(before);
    expect(before.findings.length).toBeGreaterThan(0);
  });
});
