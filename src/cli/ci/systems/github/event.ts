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
  return { number, targetBranch, bases: basesOf(environment, base), isFork: repository(head) !== repository(base) };
}

/**
 * The runner checks a merge out, whose first parent is the target branch, unless the workflow asks for another commit. A job of
 * `pull_request_target` has the target branch itself: compared with that, nothing would be new. Names that a clone gives its branches are
 * not taken, because one may be what is checked out.
 */
function basesOf({ GITHUB_EVENT_NAME: event, GITHUB_SHA: merge = '' }: Environment, base: JsonObject): string[] {
  if (event !== 'pull_request') return [];
  const tip = own(base, 'sha');
  const isCommit = (name: unknown): name is string => typeof name === 'string' && /^[0-9a-f]{40,64}$/.test(name);
  return [...(isCommit(merge) ? [`${merge}^1`] : []), ...(isCommit(tip) ? [tip] : [])];
}

function payloadOf(path: string | undefined): JsonObject {
  if (!path) throw broken('is not set');
  const value = parseJson(readWhole(path, MAX_EVENT_BYTES).toString('utf8'), path);
  if (!isObject(value)) throw broken('the payload is no object');
  return value;
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
