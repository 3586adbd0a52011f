import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { measureOracle } from '../../bench/accuracy/oracle.js';
import { treeSources } from '../../src/advisories/feed-sources.js';
import { type UpdateOptions, updateDatabase } from '../../src/advisories/update.js';
import { hasReferenceData, referencePath } from '../support/reference-data.js';

/**
 * The oracle sorts `4.0.0-rc1` and `4.0.0-alpha1` before `4.0.0.Alpha1`. Maven 3.9.11 and the version vectors sort them the
 * other way round or equal, so the advisory that begins there applies.
 */
const CONTESTED = /^Maven io\.netty:netty-handler@4\.0\.0-(rc1|alpha1): missing -, extra GHSA-rv63-gqm8-9w8q$/;

describe.skipIf(!hasReferenceData)('the reference feeds', () => {
  let folder = '';
  let options: UpdateOptions;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'castellan-test-'));
    options = {
      dbPath: join(folder, 'advisories.db'),
      sources: treeSources(referencePath('feeds')),
      clock: Date.now,
      signal: new AbortController().signal,
    };
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it('are read whole: every record of every ecosystem, oddities included', async () => {
    const { feeds, unreadable } = await updateDatabase(options);
    const osv = feeds.filter((feed) => feed.name === 'osv');
    expect(osv).toHaveLength(19);
    expect(osv.reduce((sum, feed) => sum + feed.records, 0)).toBe(47_869);
    expect(unreadable).toBe(0);
  });

  it('are matched without a false clean or a false alarm', async () => {
    const rows = await measureOracle(options.dbPath);
    expect(rows.reduce((sum, row) => sum + row.cases, 0)).toBeGreaterThan(4000);
    expect(rows.flatMap((row) => row.misses).filter((miss) => !CONTESTED.test(miss))).toEqual([]);
  });
});
