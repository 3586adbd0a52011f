import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, own } from '../../support/json.js';
import { makePrivateFolder } from '../../system/make-folder.js';

/** Where a gateway of this user listens, and what opens its state. */
export interface GatewayState {
  url: string;
  token: string;
  pid: number;
}

const FOLDER = 'gateways';

/** Leaves word of a running gateway, for this user alone. Gives what takes it away again. */
export function keepGatewayState(folder: string, { url, statusToken: token }: { url: string; statusToken: string }): () => void {
  const place = join(folder, FOLDER);
  makePrivateFolder(place);
  const file = join(place, `${process.pid}.json`);
  const state: GatewayState = { url, token, pid: process.pid };
  writeFileSync(file, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/** The gateways of this user that run. */
export function gatewayStates(folder: string): GatewayState[] {
  const place = join(folder, FOLDER);
  return filesIn(place)
    .flatMap((name) => stateIn(join(place, name)) ?? [])
    .filter(({ pid }) => isAlive(pid));
}

function filesIn(place: string): string[] {
  try {
    return readdirSync(place)
      .filter((name) => /^\d+\.json$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

function stateIn(file: string): GatewayState | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isObject(value)) return undefined;
    const [url, token, pid] = [own(value, 'url'), own(value, 'token'), own(value, 'pid')];
    return typeof url === 'string' && typeof token === 'string' && typeof pid === 'number' ? { url, token, pid } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
