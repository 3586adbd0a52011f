import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ingest } from '../../../src/control-plane/ingest/write.js';
import { FindingRepository } from '../../../src/control-plane/store/findings/findings.js';
import { postgres } from '../../support/databases.js';
import { batchOf, packageFinding } from '../../support/ingest-batches.js';
import { plansOf } from '../../support/plans.js';
import { withPlane } from '../../support/with-plane.js';

describe('a first large push on PostgreSQL', () => {
  const at = withPlane(postgres());
  beforeAll(async () => {
    await at.key('acme');
  });

  it('is listed along an index within seconds, not by sorting all of it for each page', async () => {
    const findings = Array.from({ length: 3000 }, (_, index) => packageFinding(`package-${index}`));
    await at.plane.store.write('acme', (store) => ingest(store, batchOf('src_a', 1, findings)));
    const page = { scope: 'findings', limit: 50, codec: at.plane.cursors };
    await vi.waitFor(
      async () => {
        const plan = await plansOf(at, 'acme', (store) => new FindingRepository(store).list({}, page, (row) => row));
        expect(plan).toContain('findings_filtered');
        expect(plan).not.toContain('Sort');
      },
      { timeout: 25_000, interval: 500 },
    );
  }, 60_000);
});
