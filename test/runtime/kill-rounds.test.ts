import { describe, expect, it } from 'vitest';
import { relayRounds } from '../support/relay-rounds.js';
import { temporaryFolder } from '../support/spawn-cli.js';

describe('client, relay or server, killed at a random moment', () => {
  it.runIf(process.platform === 'linux')(
    'leave no process behind three seconds later, and every answered call in the log once',
    async () => {
      const folder = temporaryFolder();
      const { answered, damages } = await relayRounds({ rounds: 9, seed: 12, folder: folder.path });
      folder.dispose();
      expect(damages).toEqual([]);
      expect(answered).toBeGreaterThan(20);
    },
    120_000,
  );
});
