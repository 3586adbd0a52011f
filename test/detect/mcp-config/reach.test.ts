import { describe, expect, it } from 'vitest';
import { configFile, judge, rulesFor, server } from './judged.js';

const IMAGE = `team/tool@sha256:${'d'.repeat(64)}`;
const docker = (...options: string[]) => ['docker', 'run', '-i', '--rm', ...options, IMAGE];

describe('addresses', () => {
  it.each<[string[], string | undefined, string[]]>([
    [[], 'http://mcp.service.test/mcp', ['plain-http-remote']],
    [[], 'ws://mcp.service.test/mcp', ['plain-http-remote']],
    [[], 'https://mcp.service.test/mcp', []],
    [[], 'http://localhost:3000/mcp', []],
    [[], 'http://127.8.0.1:3000/mcp', []],
    [[], 'http://[::1]:3000/mcp', []],
    [[], 'http://host.docker.internal:3000/mcp', []],
    [[], 'http://localhost.service.test/mcp', ['plain-http-remote']],
    [[], 'http://127.0.0.1@service.test/mcp', ['plain-http-remote']],
    [[], 'http://${HOST}/mcp', []],
    [['npx', '-y', 'mcp-remote@0.1.18', 'http://api.service.test/mcp'], undefined, ['plain-http-remote']],
    [['uvx', 'mcp-proxy==0.8.0', '--transport=sse', 'http://10.0.0.8/sse'], undefined, ['plain-http-remote']],
    [['npx', '-y', 'tool@1.0.0', 'http://docs.service.test/'], undefined, []],
  ])('%j %s', (line, url, rules) => {
    expect(rulesFor(line, url === undefined ? {} : { url })).toEqual(rules);
  });

  it('weighs who is on the way and what is sent', () => {
    const severityOf = (url: string, headers = {}) =>
      judge([configFile([server([], { url, headers })])]).find((one) => one.rule === 'plain-http-remote')?.severity;
    expect(severityOf('http://192.168.1.20/mcp')).toBe('low');
    expect(severityOf('http://mcp.service.test/mcp')).toBe('medium');
    expect(severityOf('http://mcp.service.test/mcp', { Authorization: 'Bearer ${TOKEN}' })).toBe('high');
  });

  it.each<[Record<string, string>, string[], string[]]>([
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, [], ['tls-verification-off']],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '1', NODE_EXTRA_CA_CERTS: '/etc/ca.pem', SSL_CERT_FILE: '/etc/ca.pem' }, [], []],
    [{ GIT_SSL_NO_VERIFY: 'true' }, [], ['tls-verification-off']],
    [{ JIRA_SSL_VERIFY: 'false' }, [], ['tls-verification-off']],
    [{ REQUESTS_CA_BUNDLE: '' }, [], ['tls-verification-off']],
    [{}, ['--insecure'], ['tls-verification-off']],
    [{}, ['--verify=false'], ['tls-verification-off']],
    [{}, ['-k', '5'], []],
    [{ FASTMCP_HOST: '0.0.0.0' }, [], ['binds-all-interfaces']],
    [{ HOST: '127.0.0.1', GHOST: '0.0.0.0' }, [], []],
    [{}, ['--host=0.0.0.0'], ['binds-all-interfaces']],
    [{}, ['--listen', '[::]:8080'], ['binds-all-interfaces']],
    [{}, ['--allow-origin', '*'], ['binds-all-interfaces']],
    [{}, ['--addr', ':8080'], ['binds-all-interfaces']],
    [{}, ['--db-host', 'db.service.test'], []],
    [{ OPENAI_BASE_URL: 'https://llm.service.test/v1' }, [], ['api-base-url-override']],
    [{ OPENAI_BASE_URL: 'https://api.openai.com/v1', ANTHROPIC_BASE_URL: 'http://localhost:4000' }, [], []],
    [{ AZURE_OPENAI_ENDPOINT: 'https://shop.openai.azure.com' }, [], []],
    [{ ANTHROPIC_BASE_URL: 'https://api.anthropic.com.service.test' }, [], ['api-base-url-override']],
    [{ ANTHROPIC_BASE_URL: '${GATEWAY}' }, [], []],
    [{ UV_INDEX_URL: 'https://pypi.service.test/simple' }, [], ['unknown-registry']],
    [{ LD_PRELOAD: './x.so' }, [], ['relative-program-path']],
    [{ PATH: '/usr/bin:/bin', NODE_OPTIONS: '--max-old-space-size=4096' }, [], []],
  ])('%j %j', (env, args, rules) => {
    expect(rulesFor(['npx', '-y', 'tool@1.0.0', ...args], { env })).toEqual(rules);
  });
});

describe('files and containers', () => {
  it.each<[string, string[]]>([
    ['/', ['filesystem-root-wide']],
    ['~', ['filesystem-root-wide']],
    ['/home/dana/', ['filesystem-root-wide']],
    ['C:\\Users\\dana', ['filesystem-root-wide']],
    ['C:\\', ['filesystem-root-wide']],
    ['${userHome}', ['filesystem-root-wide']],
    ['%USERPROFILE%', ['filesystem-root-wide']],
    ['/home/dana/work', []],
    ['D:\\work', []],
    ['/data', []],
    ['.', []],
  ])('file server over %s', (path, rules) => {
    expect(rulesFor(['npx', '-y', '@modelcontextprotocol/server-filesystem@2025.8.21', '/srv', path])).toEqual(rules);
    expect(rulesFor(['npx', '-y', 'mongodb-mcp-server@1.2.0', path])).toEqual([]);
  });

  it.each<[string[], string[]]>([
    [['--privileged'], ['container-privileged']],
    [['-v/:/host'], ['container-sensitive-mount']],
    [['--privileged=false'], []],
    [['--cap-add', 'CAP_SYS_ADMIN'], ['container-privileged']],
    [['--cap-add=NET_BIND_SERVICE', '--cap-drop=ALL'], []],
    [['--security-opt', 'seccomp=unconfined'], ['container-privileged']],
    [['-v', '/var/run/docker.sock:/var/run/docker.sock:ro'], ['container-docker-socket']],
    [['--mount', 'type=bind,source=/run/podman/podman.sock,target=/s'], ['container-docker-socket']],
    [['--network=host'], ['container-host-namespace']],
    [['--pid', 'host', '--net', 'none'], ['container-host-namespace']],
    [['--network', 'bridge'], []],
    [['-v', '/:/host:ro'], ['container-sensitive-mount']],
    [['-v', 'C:\\Users\\dana:/home'], ['container-sensitive-mount']],
    [['-v', '${HOME}/.aws:/keys:ro'], ['container-sensitive-mount']],
    [['--mount', 'type=bind,src=/home/dana,dst=/h'], ['container-sensitive-mount']],
    [['-v', '/srv/docs:/docs:ro', '-v', 'cache:/cache', '--mount', 'type=volume,src=data,dst=/'], []],
    [['-p', '8080:8080'], ['binds-all-interfaces']],
    [['--publish=0.0.0.0:80:80'], ['binds-all-interfaces']],
    [['-p', '127.0.0.1:8080:8080', '-e', 'HOST=0.0.0.0'], []],
  ])('docker run %j', (options, rules) => {
    expect(rulesFor(docker(...options))).toEqual(rules);
  });

  it('does not take the server’s own arguments for the engine’s', () => {
    expect(rulesFor([...docker('--user', '1000'), '--privileged', '-v', '/:/x'])).toEqual([]);
  });

  it('is milder for a read-only mount, but not of keys', () => {
    const severityOf = (mount: string) =>
      judge([configFile([server(docker('-v', mount))])]).find((one) => one.rule === 'container-sensitive-mount')?.severity;
    expect(severityOf('/etc:/etc')).toBe('high');
    expect(severityOf('/etc:/etc:ro')).toBe('medium');
    expect(severityOf('~/.ssh:/keys:ro')).toBe('high');
  });
});
