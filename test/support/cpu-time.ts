import { deflateSync } from 'node:zlib';

/** Work of native code, and milliseconds that it takes on the machine that the bounds of tests were found on. */
const WORK = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (Math.imul(index * index, 0x9e3779b1) >>> 24) & 63));
const USUAL_MS = 5;
/** How often it is timed anew, in milliseconds: machines that others share get slower and faster. */
const VALID_MS = 5_000;
const TRIES = 2;

let passed = 0;
let last = computed();
let slowness = 1;
let measuredAt = Number.NEGATIVE_INFINITY;

/**
 * Milliseconds that this process has computed so far, as a machine of usual speed would take for the same. Bounds on work that must not explode
 * hold so on a busy machine too, where the clock goes on while nothing is computed, and on a slow one.
 */
export function cpuTime(): number {
  passed += (computed() - last) / slowness;
  if (performance.now() - measuredAt > VALID_MS) {
    slowness = Math.max(1, Math.min(...Array.from({ length: TRIES }, timeOfWork)) / USUAL_MS);
    measuredAt = performance.now();
  }
  last = computed();
  return passed;
}

function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function timeOfWork(): number {
  const started = computed();
  deflateSync(WORK);
  return computed() - started;
}
