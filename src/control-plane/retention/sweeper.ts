import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../support/durations.js';
import { dropFilesBefore } from '../../system/kept-files.js';
import { workFolders } from '../../system/work-folders.js';
import type { EvidenceGround } from '../evidence/evidence-store.js';
import type { Background } from '../ground/ground.js';
import { keptRoot, workRoot } from '../workers/work-root.js';
import { sweep } from './retention.js';

const FIRST_MS = MINUTE_MS;

/** Sweeps a minute after the start and then every hour, one sweep at a time. */
export function startSweeping(ground: EvidenceGround): Background {
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(next, FIRST_MS).unref();

  function next(): void {
    running = run(ground).finally(() => {
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

async function run(ground: EvidenceGround): Promise<void> {
  try {
    workFolders(workRoot(ground.options.dataFolder)).sweep();
    dropFilesBefore(keptRoot(ground.options.dataFolder), ground.clock() - DAY_MS);
    const swept = await sweep(ground);
    if (Object.values(swept).some((count) => count > 0)) ground.log.info({ ...swept }, 'retention sweep');
  } catch (error) {
    ground.log.error({ err: error }, 'retention sweep failed');
  }
}
