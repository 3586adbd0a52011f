import { join } from 'node:path';
import { startPool, type WorkerPool } from '../../src/control-plane/jobs/claim.js';
import type { RunTerms } from '../../src/control-plane/jobs/supervise.js';
import type { Answer, TestPlane } from './control-plane.js';
import { copyTree } from './copy-tree.js';
import { programPath, projectRoot } from './spawn-cli.js';

/** Runs the jobs of a test's control plane in workers of the built program. */
export function runJobs({ plane }: TestPlane, terms: Partial<RunTerms> = {}): WorkerPool {
  const pool = startPool(plane, { program: programPath, backoffMs: 50, ...terms });
  plane.wakeWorkers = () => pool.wake();
  return pool;
}

/** Copies the sample application below the scan root; gives its path. */
export function sampleProject({ folder }: TestPlane, name = 'app'): string {
  const path = join(folder, name);
  copyTree(join(projectRoot, 'fixtures/sample-app'), path);
  return path;
}

/** Waits until a job has ended and gives it. */
export async function ended(at: TestPlane, key: string, jobId: string, withinMs = 20_000): Promise<Answer['body']> {
  const until = Date.now() + withinMs;
  for (;;) {
    const { body } = await at.ask('GET', `/v1/scan/${jobId}`, { key });
    if (body.finished_at) return body;
    if (Date.now() > until) throw new Error(`job ${jobId} is still ${body.status} after ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
