import { claimMark } from './process-mark.js';

/** A log that this process alone writes, for as long as it lives. */
export interface LogClaim {
  path: string;
  release(): void;
}

/** Relays that may write beside each other, each a log of its own. */
const MAX_BESIDE = 64;

/** Claims `path`, or `name-2.jsonl` and so on while others live that write those. Undefined where all are taken, or none can be made. */
export function claimLog(path: string): LogClaim | undefined {
  for (let number = 1; number <= MAX_BESIDE; number++) {
    const candidate = number === 1 ? path : beside(path, number);
    const mark = claimMark(`${candidate}.writer`);
    if (mark) return { path: candidate, ...mark };
  }
  return undefined;
}

function beside(path: string, number: number): string {
  return path.endsWith('.jsonl') ? path.replace(/\.jsonl$/, `-${number}.jsonl`) : `${path}-${number}`;
}
