import { describe, expect, it } from 'vitest';
import { startRequestOf } from '../../../src/collect/mcp/start-request.js';
import type { ConfiguredServer } from '../../../src/model/ai-evidence.js';
import { OperationalError } from '../../../src/support/errors.js';
import { resolveProgram } from '../../../src/system/program-path.js';
import { mcpServer } from '../../support/mcp-servers.js';

const environment = { PATH: '/bin', HOME: '/home/sam', TOKEN: 'from-environment', AWS_SECRET_ACCESS_KEY: 'not-asked-for' };

function configured(over: Partial<ConfiguredServer>): ConfiguredServer {
  return { server: mcpServer(), argv: [], env: [], headers: [], autoApprove: [], substitutions: [], ...over };
}

const words = (...values: string[]) => values.map((value) => ({ value }));

describe('the request that starts a server', () => {
  it('expands what clients expand and passes on nothing else', () => {
    const server = configured({
      argv: words('node', '${workspaceFolder}/server.js', '--key=${env:TOKEN}', '${MISSING:-default}', '$HOME'),
      env: [{ name: 'API', value: '${TOKEN}' }],
    });
    expect(startRequestOf(server, { environment, cwd: '/code/app' })).toEqual({
      kind: 'process',
      argv: ['node', '/code/app/server.js', '--key=from-environment', 'default', '$HOME'],
      env: { PATH: '/bin', HOME: '/home/sam', API: 'from-environment' },
      cwd: '/code/app',
    });
  });

  it('starts the server itself where castellan stands before it', () => {
    const server = configured({
      argv: words('castellan', 'proxy', '--', 'node', '${MISSING:-default}'),
      launch: { steps: [], assigned: [], relayed: ['node', '${MISSING:-default}'] },
    });
    expect(startRequestOf(server, { environment: {} })).toMatchObject({ argv: ['node', 'default'] });
  });

  it.each([
    ['a value only the client can ask for', { argv: words('x'), env: [{ name: 'K', value: '${input:key}' }] }, /needs \$\{input:key\}/],
    ['a variable that is not set', { argv: words('x', '${NOWHERE}') }, /needs NOWHERE/],
    ['a value that a command prints', { argv: words('x'), substitutions: words('$(security find)') }, /not run/],
    ['no command', {}, /no command/],
    ['an address of another kind', { url: { value: 'file:///etc/passwd' } }, /no http address/],
  ])('says why it cannot be made: %s', (_, over, reason) => {
    expect(startRequestOf(configured(over), { environment })).toMatch(reason);
  });

  it('reaches a remote server with its headers, by events where its type says so', () => {
    const remote = configured({
      server: mcpServer({ transport: 'sse' }),
      url: { value: 'https://mcp.example.com/sse?x=1' },
      headers: [{ name: 'Authorization', value: 'Bearer ${TOKEN}' }],
    });
    expect(startRequestOf(remote, { environment })).toEqual({
      kind: 'remote',
      url: new URL('https://mcp.example.com/sse?x=1'),
      headers: { Authorization: 'Bearer from-environment' },
      events: true,
    });
  });
});

describe('programs on Windows', () => {
  const env = { PATH: '', SystemRoot: 'C:\\Windows' };

  it('starts batch files by cmd.exe with plain arguments only', () => {
    const program = resolveProgram(['C:\\node\\npx.cmd', '-y', '@scope/server@1.0.0'], env, 'win32');
    expect(program.verbatim).toBe(true);
    expect(program.args.at(-1)).toBe('""C:\\node\\npx.cmd" "-y" "@scope/server@1.0.0""');
    for (const hostile of ['a&calc', '%PATH%', 'a"b', 'a^b', 'a\nb', '(x)', 'a|b', '!x!']) {
      expect(() => resolveProgram(['C:\\node\\npx.cmd', hostile], env, 'win32')).toThrow(OperationalError);
    }
  });

  it('leaves programs of other systems and executables as they are', () => {
    expect(resolveProgram(['npx', 'a&b'], env, 'linux')).toEqual({ file: 'npx', args: ['a&b'], verbatim: false });
    expect(resolveProgram(['C:\\node.exe', 'a&b'], env, 'win32')).toEqual({ file: 'C:\\node.exe', args: ['a&b'], verbatim: false });
  });
});
