import { availableParallelism, totalmem } from 'node:os';
import type { Check } from '../../check.js';
import { serverOptions } from '../../server-options.js';

/** Memory that a worker may need for a large scan. */
const PER_WORKER = 512 * 2 ** 20;

export const workers: Check = {
  id: 'workers',
  about: 'as many workers as this machine bears',
  of: 'server',
  run(ground) {
    const { workers: count } = serverOptions(ground);
    const [processors, most] = [availableParallelism(), Math.floor(totalmem() / PER_WORKER)];
    if (count === 0) return { state: 'note', text: '0: this server takes jobs in and runs none; another one has to' };
    const text = `${count} for ${processors} processors`;
    if (count <= Math.min(processors * 2, most)) return { state: 'ok', text };
    return {
      state: 'warn',
      text: `${text} and memory for ${most}`,
      fix: `export SERVICE_WORKERS=${Math.max(1, Math.min(processors, most))}`,
    };
  },
};
