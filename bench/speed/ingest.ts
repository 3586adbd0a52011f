import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingest } from '../../src/control-plane/ingest/write.js';
import { openSqliteStore } from '../../src/control-plane/store/engines/sqlite.js';
import { batchOf, packageFinding } from '../../test/support/ingest-batches.js';
import { type Measure, median } from './measure.js';

const PUSHES = 30;
const IN_A_PUSH = 1000;

/** Findings a second through the write path into the embedded database, in transactions of a push's size: new ones, then the same again. */
export async function measureIngest(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-ingest-'));
  const store = await openSqliteStore({ path: join(folder, 'plane.db'), clock: Date.now });
  const pushes = Array.from({ length: PUSHES }, (_, push) =>
    Array.from({ length: IN_A_PUSH }, (_, index) => packageFinding(`package-${push}-${index}`)),
  );
  const write = async (day: number) => {
    const rates: number[] = [];
    for (const findings of pushes) {
      const started = performance.now();
      await store.write('bench', (tenant) => ingest(tenant, batchOf('src_bench', day, findings, { complete: false })));
      rates.push((findings.length * 1000) / (performance.now() - started));
    }
    return median(rates);
  };
  try {
    return [
      { name: 'bulk findings, new', value: await write(1), unit: 'findings/s' },
      { name: 'bulk findings, seen before', value: await write(2), unit: 'findings/s' },
    ];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
