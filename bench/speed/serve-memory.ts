import { readFileSync } from 'node:fs';
import type { Measure } from './measure.js';
import { type Ask, load, type Serving } from './serve-load.js';

const SLICES = 20;
const ASK: Ask = { name: 'sources', path: '/v1/sources?limit=10' };

/**
 * Memory over many requests. What is held after a collection may not grow; what is resident besides depends on when the collector last
 * ran, so the mean of the last quarter is told beside that of the first one.
 */
export async function measureMemory(serving: Serving, requests: number): Promise<Measure[]> {
  await load(serving, ASK, { amount: requests / 10 });
  const sizes: number[] = [];
  const before = await serving.held();
  const started = performance.now();
  for (let slice = 0; slice < SLICES; slice += 1) {
    const { non2xx } = await load(serving, ASK, { amount: requests / SLICES });
    if (non2xx > 0) throw new Error(`${non2xx} answers were no success`);
    sizes.push(residentMb(serving.pid));
  }
  const rate = (requests * 1000) / (performance.now() - started);
  const after = await serving.held();
  const [first, last] = [mean(sizes.slice(0, SLICES / 4)), mean(sizes.slice(-SLICES / 4))];
  return [
    { name: `memory held after ${requests} requests (${rate.toFixed(0)}/s)`, value: after, unit: 'MB' },
    { name: 'memory held, growth over them', value: (after / before - 1) * 100, unit: '%', aim: 10 },
    { name: 'memory resident, first quarter of them', value: first, unit: 'MB' },
    { name: 'memory resident, last quarter of them', value: last, unit: 'MB' },
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** 0 where there is no /proc (proc(5)). */
export function residentMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return 0;
  }
}
