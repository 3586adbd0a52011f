import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { renderedByHelm } from './chart.js';
import { ofKind, podsOf } from './chart-rules.js';
import { freePort } from './free-port.js';
import { spawn } from './programs.js';
import { projectRoot } from './spawn-cli.js';
import { toolOnPath } from './tool-on-path.js';

export const nginx = toolOnPath('nginx', 'TEST_NGINX', ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx']);

const VALUES = join(projectRoot, 'fixtures/helm-values/gate.yaml');

export interface Gate {
  address: string;
  stop(): void;
}

/** The container of the chart's gate, as helm writes it; files of `more` change the values. */
export function gateContainer(name: 'nginx' | 'oauth2-proxy', more: readonly string[] = []) {
  const pod = podsOf(renderedByHelm([VALUES, ...more])).find(({ owner }) => owner.endsWith('-gate'));
  const container = pod?.spec.containers.find((one: { name: string }) => one.name === name);
  if (container === undefined) throw new Error(`the gate has no container ${name}`);
  return container;
}

/** The real nginx with the configuration of the chart's gate, before a server and what signs people in, once it leads to both. */
export async function startGate(
  folder: string,
  behind: { server: string; signIn: string; secret: string },
  more: readonly string[] = [],
): Promise<Gate> {
  const port = await freePort();
  const map = ofKind(renderedByHelm([VALUES, ...more]), 'ConfigMap').find(({ metadata }) => metadata.name.endsWith('-gate'));
  const configuration = map.data['nginx.conf']
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('edge-castellan:8422', new URL(behind.server).host)
    .replace('127.0.0.1:4180', new URL(behind.signIn).host)
    .replaceAll('/tmp/', `${folder}/`);
  writeFileSync(join(folder, 'nginx.conf'), configuration);
  writeFileSync(join(folder, 'proxy-secret.conf'), `proxy_set_header X-Service-Proxy-Secret "${behind.secret}";\n`);
  const child = spawn(nginx ?? '', ['-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', 'daemon off; master_process off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const address = `http://127.0.0.1:${port}`;
  await answers(`${address}/oauth2/ready`, () => `the gate is not ready: ${said}`);
  return { address, stop: () => void child.kill() };
}

/** Waits until an address answers well. */
export async function answers(url: string, why: () => string): Promise<void> {
  const isWell = async () => (await fetch(url)).ok;
  for (let left = 100; !(await isWell().catch(() => false)); left--) {
    if (left === 0) throw new Error(why());
    await setTimeout(100);
  }
}
