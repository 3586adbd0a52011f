import type { CiJob, CiSystem } from '../system.js';

/** Outside any known system: the outputs are lines of stderr, `name=value`. */
export function open({ io }: CiJob): CiSystem {
  return {
    change: () => undefined,
    publish(outputs) {
      for (const [name, value] of Object.entries(outputs)) io.err(`${name}=${value}`);
    },
  };
}
