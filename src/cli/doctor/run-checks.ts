import { describe } from '../../support/errors.js';
import { plural } from '../../support/listing.js';
import type { Check, Diagnosis, DoctorGround } from './check.js';

/** A check with what it found. */
export interface Checked extends Diagnosis {
  id: string;
}

/** How long one check may take. */
const LIMIT_MS = 10_000;

/** Runs all checks at once, each within its time. The answer has their order, whoever was first. */
export function runChecks(checks: readonly Check[], ground: Omit<DoctorGround, 'signal'>, limitMs = LIMIT_MS): Promise<Checked[]> {
  return Promise.all(checks.map(async (check) => ({ id: check.id, ...(await inTime(check, ground, limitMs)) })));
}

async function inTime(check: Check, ground: Omit<DoctorGround, 'signal'>, limitMs: number): Promise<Diagnosis> {
  const over = new AbortController();
  let alarm: NodeJS.Timeout | undefined;
  const late = new Promise<Diagnosis>((resolve) => {
    alarm = setTimeout(() => {
      resolve({ state: 'fail', text: `no answer within ${plural(Math.round(limitMs / 1000), 'second')}` });
      over.abort();
    }, limitMs);
  });
  const signal = AbortSignal.any([over.signal, ground.context.signal]);
  try {
    return await Promise.race([Promise.resolve().then(() => check.run({ ...ground, signal })), late]);
  } catch (error) {
    return failure(error);
  } finally {
    clearTimeout(alarm);
  }
}

/** A failure with the error's own line; its hint is the fix. */
export function failure(error: unknown): Diagnosis {
  const [text = '', ...hint] = describe(error).split('\n');
  return { state: 'fail', text, ...(hint.length > 0 && { fix: hint.join(' ').trim() }) };
}
