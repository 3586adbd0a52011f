import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as scan from '../../src/cli/commands/scan.js';
import { dockerArchive } from '../support/docker-archive.js';
import { runCommand } from '../support/run-command.js';

/** An engine that has one image, `app:1`, and speaks as docker and podman do. */
class Engine {
  readonly asked: string[] = [];
  answer: RequestListener = ({ url }, answer) => {
    if (url?.endsWith('/images/app:1/get') !== true) {
      answer.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ message: 'No such image' }));
      return;
    }
    answer.writeHead(200, { 'content-type': 'application/x-tar' });
    answer.write(this.archive.subarray(0, 1000));
    answer.end(this.archive.subarray(1000));
  };
  readonly archive = dockerArchive('app:1', [
    [
      { name: 'etc/os-release', content: 'ID=alpine\nVERSION_ID=3.20.1\n' },
      { name: 'lib/apk/db/installed', content: 'P:musl\nV:1.2.5-r0\nA:x86_64\n\n' },
    ],
  ]);
  private readonly server: Server;

  constructor(readonly socket: string) {
    this.server = createServer((request, answer) => {
      this.asked.push(`${request.method} ${request.url}`);
      this.answer(request, answer);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(this.socket, resolve));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

describe.skipIf(process.platform === 'win32')('an image of an engine', () => {
  let folder: string;
  let engine: Engine;
  const scanned = (target: string, environment: Record<string, string>) =>
    runCommand(scan, [target], { offline: true, vulnerabilities: false, format: ['json'] }, folder, {
      SERVICE_HOME: folder,
      ...environment,
    });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-engine-'));
    engine = new Engine(join(folder, 'engine.sock'));
    await engine.listen();
  });
  afterEach(() => {
    engine.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['docker', 'DOCKER_HOST'],
    ['podman', 'CONTAINER_HOST'],
  ])('is exported by %s and read, offline too', async (name, variable) => {
    const { out, err } = await scanned(`${name}:app:1`, { [variable]: `unix://${engine.socket}` });
    expect(err).not.toContain('error');
    const report = JSON.parse(out) as { inventory: { components: { purl: string }[] } };
    expect(JSON.stringify(report)).toContain('pkg:apk/alpine/musl@1.2.5-r0');
    expect(engine.asked).toEqual(['GET /images/app:1/get']);
  });

  it('is asked for by its latest tag where it has none, and is missing in one line', async () => {
    const { code, err } = await scanned('docker:app', { DOCKER_HOST: `unix://${engine.socket}` });
    expect(engine.asked).toEqual(['GET /images/app:latest/get']);
    expect(code).toBe(1);
    expect(err).toContain('docker has no such image');
  });

  it.each([
    ['a status that tells why', { message: 'driver\nbroke' }, 'docker answered with status 500: driver broke'],
    ['a status without reason', [], 'docker answered with status 500'],
  ])('is not read after %s', async (_case, said, expected) => {
    engine.answer = (_request, answer) => answer.writeHead(500).end(JSON.stringify(said));
    expect((await scanned('docker:app:1', { DOCKER_HOST: `unix://${engine.socket}` })).err).toContain(expected);
  });

  it('is incomplete where the engine breaks off', async () => {
    engine.answer = (_request, answer) => {
      answer.writeHead(200, { 'content-length': engine.archive.length });
      answer.write(engine.archive.subarray(0, 2000), () => answer.destroy());
    };
    const { code, err } = await scanned('docker:app:1', { DOCKER_HOST: `unix://${engine.socket}` });
    expect(code).toBe(1);
    expect(err).toContain('docker broke off the image before its end');
  });

  it.each([
    [`unix:///nowhere/engine.sock`, 'docker is not running: no socket at /nowhere/engine.sock'],
    ['tcp://127.0.0.1:2375', 'DOCKER_HOST names no Unix socket'],
  ])('needs an engine on this machine: %s', async (host, expected) => {
    const { code, err } = await scanned('docker:app:1', { DOCKER_HOST: host });
    expect(code).toBe(1);
    expect(err).toContain(expected);
  });
});
