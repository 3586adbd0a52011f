import { describe, expect, it } from 'vitest';
import { linkedRounds } from '../support/linked-rounds.js';
import { relayRounds } from '../support/relay-rounds.js';
import { temporaryFolder } from '../support/spawn-cli.js';

describe('client, relay or server, killed at a random moment', () => {
  it.runIf(process.platform === 'linux')(
    'leave no process behind three seconds later, and every answered call in the log once',
    async () => {
      const folder = temporaryFolder();
      const { calls, damages } = await relayRounds({ rounds: 9, seed: 12, folder: folder.path });
      folder.dispose();
      expect(damages).toEqual([]);
      expect(calls.length).toBeGreaterThan(20);
    },
    120_000,
  );

  it.runIf(process.platform === 'linux')(
    'or the control plane: each answered call is reported to it once',
    async () => {
      const folder = temporaryFolder();
      const { calls, damages } = await linkedRounds({ rounds: 5, seed: 4, folder: folder.path });
      folder.dispose();
      expect(damages).toEqual([]);
      expect(calls.length).toBeGreaterThan(10);
    },
    180_000,
  );
});
