import type { Environment } from '../../../../config/environment.js';
import { OperationalError } from '../../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../../support/json.js';
import { readWhole } from '../../../../system/stored-file.js';
import type { Change } from '../../system.js';

/** Events whose payload has the pull request that the job is for. */
const EVENTS = new Set(['pull_request', 'pull_request_target']);

/** GitHub sends no larger payload. */
const MAX_EVENT_BYTES = 25 * 1024 * 1024;

/** The pull request of the job, from the file with the event's payload. Throws CastellanError when there should be one and is none. */
export function changeOf(environment: Environment): Change | undefined {
  if (!EVENTS.has(environment.GITHUB_EVENT_NAME ?? '')) return undefined;
  const pull = member(payloadOf(environment.GITHUB_EVENT_PATH), 'pull_request');
  const [number, base, head] = [pull && own(pull, 'number'), pull && member(pull, 'base'), pull && member(pull, 'head')];
  const targetBranch = base && own(base, 'ref');
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1 || typeof targetBranch !== 'string' || !base || !head)
    throw broken('the payload has no pull request');
  return {
    number,
    targetBranch,
    ...commit('baseCommit', base),
    ...commit('headCommit', head),
    isFork: repository(head) !== repository(base),
  };
}

function payloadOf(path: string | undefined): JsonObject {
  if (!path) throw broken('is not set');
  const value = parseJson(readWhole(path, MAX_EVENT_BYTES).toString('utf8'), path);
  if (!isObject(value)) throw broken('the payload is no object');
  return value;
}

function commit<K extends string>(key: K, side: JsonObject): { [key in K]?: string } {
  const sha = own(side, 'sha');
  return typeof sha === 'string' && /^[0-9a-f]{40,64}$/.test(sha) ? ({ [key]: sha } as { [key in K]?: string }) : {};
}

/** Undefined for a fork that was deleted meanwhile. */
function repository(side: JsonObject): unknown {
  const repo = member(side, 'repo');
  return repo && own(repo, 'full_name');
}

function member(value: JsonObject, key: string): JsonObject | undefined {
  const found = own(value, key);
  return isObject(found) ? found : undefined;
}

function broken(message: string): OperationalError {
  return new OperationalError({ where: 'GITHUB_EVENT_PATH', message });
}
