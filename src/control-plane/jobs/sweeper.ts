import { workFolders } from '../../system/work-folders.js';
import type { ControlPlane } from '../plane.js';
import type { Background } from '../shutdown.js';
import { sweep } from './retention.js';
import { workRoot } from './work-root.js';

const FIRST_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Sweeps a minute after the start and every hour from then on, one sweep at a time. */
export function startSweeping(plane: ControlPlane): Background {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(next, FIRST_MS).unref();

  function next(): void {
    running = run(plane).finally(() => {
      if (!stopped) timer = setTimeout(next, HOUR_MS).unref();
    });
  }

  return {
    name: 'retention',
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function run(plane: ControlPlane): Promise<void> {
  try {
    workFolders(workRoot(plane.options.dataFolder)).sweep();
    const swept = await sweep(plane);
    if (Object.values(swept).some((count) => count > 0)) plane.log.info({ ...swept }, 'retention sweep');
  } catch (error) {
    plane.log.error({ err: error }, 'retention sweep failed');
  }
}
