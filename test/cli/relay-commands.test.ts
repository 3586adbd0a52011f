import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRelayArguments } from '../../src/cli/relay-argv.js';
import { resolveServer } from '../../src/cli/relay-server.js';
import { parsePins } from '../../src/collect/mcp/pin-file.js';
import { hello, LineClient, request } from '../support/line-client.js';
import { projectFolder } from '../support/project-folder.js';
import { castellan, programPath, projectRoot } from '../support/spawn-cli.js';

const fixture = (name: string) => join(projectRoot, `fixtures/${name}.mjs`);
const program = (...args: string[]) => [process.execPath, programPath, ...args];
const context = { io: { out() {}, err() {} }, environment: {}, signal: new AbortController().signal, cwd: projectRoot };

/** A project whose one server lists the tools of a file. */
function project(tools: unknown): { cwd: string; file: string } {
  const cwd = projectFolder({});
  const file = join(cwd, 'tools.json');
  writeFileSync(file, JSON.stringify(tools));
  const server = { command: process.execPath, args: [fixture('mcp-servers/from-file'), file] };
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: { weather: server } }));
  return { cwd, file };
}

const wind = (description: string) => ({
  name: 'wind',
  description,
  inputSchema: { type: 'object', properties: { place: { type: 'string' } } },
});

describe('the commands that relay', () => {
  it.each([
    [
      ['proxy', '--mode', 'enforce', '--', 'npx', '-y', 'x'],
      { command: 'proxy', flags: { mode: 'enforce' }, operands: ['npx', '-y', 'x'] },
    ],
    [['proxy', '--no-redact', '--log-all', '--', 'x'], { flags: { redact: false, logAll: true }, operands: ['x'] }],
    [['shield', '--env', 'A', '--env', 'B,C', '-q', '--', 'x'], { command: 'shield', flags: { env: ['A', 'B,C'], quiet: true } }],
    [['run', 'proxy', 'npx/x', '--rate', '5/min'], { command: 'run proxy', flags: { rate: '5/min' }, operands: ['npx/x'] }],
    [['run', 'proxy', 'npx/x', '--', '/tmp'], { operands: ['npx/x', '/tmp'] }],
    [['proxy', '--url', 'http://x/mcp', '--header', 'A=env:B'], { flags: { url: 'http://x/mcp', header: ['A=env:B'] }, operands: [] }],
    [['proxy', 'x'], undefined],
    [['proxy', '--mode', 'stop', '--', 'x'], undefined],
    [['proxy', '--help', '--', 'x'], undefined],
    [['proxy', '--policy', '--', 'x'], undefined],
    [['scan', '--', 'x'], undefined],
  ])('are read in their plain form, and left to the whole program in others: %j', (argv, expected) => {
    const read = readRelayArguments(argv);
    if (expected === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(expected);
  });

  it.each([
    [['proxy', '--', 'no-such-program'], 1, 'no-such-program is not installed'],
    [['proxy', '--mode', 'stop', '--', 'cat'], 2, '--mode'],
    [['proxy', '--max-message', 'big', '--', 'cat'], 2, '--max-message'],
    [['proxy', '--rate', '0/min', '--', 'cat'], 2, '--rate'],
    [['proxy', '--polcy', 'x', '--', 'cat'], 2, 'did you mean "--policy"?'],
    [['proxy'], 2, 'no server is named'],
    [['proxy', '--url', 'http://127.0.0.1:1/mcp'], 1, 'connection refused'],
    [['proxy', '--url', 'file:///etc/passwd'], 2, 'expected an address like https://'],
    [['proxy', '--url', 'http://127.0.0.1:1/mcp', '--', 'cat'], 2, 'no command starts it'],
    [['proxy', '--url', 'https://me:pass@127.0.0.1:1/mcp'], 2, 'must not hold a user or password'],
    [['proxy', '--url', 'http://127.0.0.1:1', '--header', 'Authorization=Bearer secret'], 2, 'expected NAME=env:VARIABLE'],
    [['proxy', '--url', 'http://127.0.0.1:1', '--header', 'Authorization=env:NO_SUCH_VARIABLE'], 1, 'NO_SUCH_VARIABLE is not set'],
    [['proxy', '--url', 'http://127.0.0.1:1', '--header', 'X-Key=file:no-such-file'], 1, 'no-such-file'],
    [['proxy', '--url', 'http://127.0.0.1:1', '--header', 'Mcp-Session-Id=env:HOME'], 2, 'is set by the protocol'],
    [['proxy', '--url', 'http://127.0.0.1:1', '--ca-file', 'no-such-file'], 1, 'no-such-file'],
    [['proxy', '--policy', 'none.yaml', '--', 'cat'], 1, 'none.yaml'],
    [['shield', '--env', 'NO_SUCH_VARIABLE', '--', 'cat'], 1, 'NO_SUCH_VARIABLE is not set'],
    [['run', 'proxy', 'nobody'], 2, 'no client has a server of this name'],
    [['run', 'proxy', 'pkg:gem/x@1'], 2, 'expected a package of npm or pypi'],
    [['proxy', 'sh', '--', '-c', 'exit 7'], 7, 'exit code 7 is that of the server sh'],
  ])('end with the code of what went wrong: %j', async (args, code, reason) => {
    const result = await castellan(args);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(reason);
  });

  it('give a shielded server the named variables and no others', async () => {
    const env = { GIVEN: 'yes', HELD_BACK: 'no' };
    const { stderr } = await castellan(['shield', '--env', 'GIVEN', '--', '/bin/sh', '-c', 'env >&2'], { env });
    expect(stderr).toContain('GIVEN=yes');
    expect(stderr).toContain('PATH=');
    expect(stderr).not.toContain('HELD_BACK');
    expect((await castellan(['proxy', '--', '/bin/sh', '-c', 'env >&2'], { env })).stderr).toContain('HELD_BACK=no');
  });

  it.each([
    ['npx/@scope/server@1.2.0', ['npx', '-y', '@scope/server@1.2.0', 'arg']],
    ['uvx/mcp-server-git', ['uvx', 'mcp-server-git', 'arg']],
    ['docker/mcp/time:1', ['docker', 'run', '-i', '--rm', 'mcp/time:1', 'arg']],
    ['pkg:npm/%40scope/server@1.2.0', ['npx', '-y', '@scope/server@1.2.0', 'arg']],
    ['pkg:pypi/mcp-server-git@2.0', ['uvx', 'mcp-server-git@2.0', 'arg']],
    ['pkg:docker/mcp/time@sha256:abc', ['docker', 'run', '-i', '--rm', 'mcp/time@sha256:abc', 'arg']],
  ])('find the command of %s', async (server, argv) => {
    expect(await resolveServer(server, ['arg'], context)).toMatchObject({ argv });
  });

  it('start a server by the name that a client gave it', async () => {
    const { cwd } = project([wind('Gives the wind.')]);
    const client = new LineClient(program('run', 'proxy', 'weather'), { cwd });
    client.send(hello('2025-06-18'));
    await client.answer('hello');
    client.send(request(1, 'tools/list'));
    expect(JSON.stringify(await client.answer(1))).toContain('Gives the wind.');
    expect(await client.end()).toBe(0);
  });
});

describe('castellan pin accept', () => {
  it('shows what has changed, and takes it as approved', { timeout: 120_000 }, async () => {
    const { cwd, file } = project([wind('Gives the wind.')]);
    const env = { SERVICE_DB: join(cwd, 'none.db') };
    await castellan(['agents', '--project', '.', '--introspect', '--yes', '--pin'], { cwd, env });
    writeFileSync(file, JSON.stringify([wind('Gives the wind, and the tide.')]));
    const accepted = await castellan(['pin', 'accept', 'weather', '--yes'], { cwd });
    expect(accepted).toMatchObject({ code: 0 });
    expect(accepted.stderr).toMatch(/tool wind is not what was pinned[\s\S]*\+ Gives the wind, and the tide\./);
    const [server] = parsePins(readFileSync(join(cwd, 'castellan.lock'), 'utf8'), '').servers;
    expect(server?.tool[0]?.definition).toMatchObject({ description: 'Gives the wind, and the tide.' });
    expect((await castellan(['pin', 'accept', 'weather', '--yes'], { cwd })).stderr).toContain('weather is as it was pinned');
    expect(await castellan(['pin', 'accept', 'other', '--yes'], { cwd })).toMatchObject({ code: 2 });
  });
});

describe('castellan policy', () => {
  it('shows a preset as a file that it reads again', async () => {
    const cwd = projectFolder({});
    for (const preset of ['observe', 'standard', 'strict']) {
      const { stdout, code } = await castellan(['policy', 'show', preset]);
      expect(code).toBe(0);
      writeFileSync(join(cwd, 'policy.yaml'), stdout);
      writeFileSync(join(cwd, 'calls.jsonl'), '{"tool":"read_file","arguments":{"path":"/home/me/.ssh/id_rsa"}}\n');
      const tried = await castellan(['policy', 'test', 'policy.yaml', '--calls', 'calls.jsonl'], { cwd });
      expect(tried).toMatchObject({
        code: 0,
        stdout: expect.stringMatching({ observe: /^allow/, standard: /^warn/, strict: /^deny/ }[preset] ?? /^$/),
      });
    }
    expect(await castellan(['policy', 'show', 'strickt'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('did you mean "strict"?'),
    });
  });

  it('says of recorded calls what policies would change', async () => {
    const cwd = projectFolder({});
    writeFileSync(
      join(cwd, 'policy.yaml'),
      'name: x\nrules:\n  - { id: few, effect: deny, when: { tools: [send_*] }, rate: { calls: 1, per_seconds: 60 } }\n',
    );
    const calls = [0, 1, 2].map((at) => ({ tool: 'send_mail', server: 'mail', time: `2026-01-01T00:00:0${at}Z`, effect: 'allow' }));
    writeFileSync(join(cwd, 'calls.jsonl'), calls.map((one) => JSON.stringify(one)).join('\n'));
    const tried = await castellan(['policy', 'test', 'policy.yaml', '--calls', 'calls.jsonl'], { cwd });
    expect(tried.stdout.split('\n').map((line) => line.slice(0, 5).trim())).toEqual(['allow', 'deny', 'deny', '']);
    expect(tried.last).toBe('3 calls: 2 denied, 2 decided otherwise than recorded');
    // What `audit show --format json` gives, and the log itself: more than calls, and no values of arguments.
    const logged = [{ kind: 'start' }, { ...calls[0], kind: 'call', arguments: [{ name: 'to', kind: 'string', length: 3 }] }];
    for (const text of [JSON.stringify(logged), logged.map((one) => JSON.stringify(one)).join('\n')]) {
      writeFileSync(join(cwd, 'calls.jsonl'), text);
      const shown = await castellan(['policy', 'test', 'policy.yaml', '--calls', 'calls.jsonl'], { cwd });
      expect(shown.stdout).toBe('allow mail/send_mail: no rule matched\n');
      expect(shown.last).toBe('1 record without the values of arguments: rules about arguments were not tried on them');
    }
    writeFileSync(join(cwd, 'calls.jsonl'), '{"tool":"a"}\n{"server":"b"}\n');
    expect(await castellan(['policy', 'test', 'policy.yaml', '--calls', 'calls.jsonl'], { cwd })).toMatchObject({ code: 2 });
  });
});
