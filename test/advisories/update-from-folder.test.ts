import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAdvisories } from '../../src/advisories/database.js';
import { updateDatabase } from '../../src/advisories/update.js';
import { FeedTree, sampleDatabase, sampleRecords, updateOptions } from '../support/feed-tree.js';

describe('an update from a folder', () => {
  it('reads every listed ecosystem that advisories can be matched in, KEV and EPSS', async () => {
    const options = updateOptions(new FeedTree().path);
    const summary = await updateDatabase(options);
    expect(summary.feeds.map((feed) => [feed.name, feed.ecosystem, feed.how, feed.records])).toEqual([
      ['osv', 'npm', 'whole', 5],
      ['osv', 'PyPI', 'whole', 2],
      ['osv', 'Debian', 'whole', 1],
      ['kev', undefined, 'whole', 1],
      ['epss', undefined, 'whole', 2],
    ]);
    expect(summary.notes).toEqual(['KEV: 1 entries without a CVE id or date']);
  });

  it('keeps what matching needs, by normalised name, and what people read', async () => {
    const source = openAdvisories(await sampleDatabase());
    const [first, second] = source.affected('npm', 'lantern');
    expect(first).toMatchObject({ id: 'GHSA-aaaa-bbbb-0001', withdrawn: false, malicious: false });
    expect(first?.ranges).toEqual([
      { type: 'SEMVER', events: [{ fixed: '1.4.2' }, { introduced: '0' }] },
      { type: 'SEMVER', events: [{ introduced: '2.0.0' }, { fixed: '2.3.0' }] },
    ]);
    expect(second).toMatchObject({ id: 'GHSA-aaaa-bbbb-0002', withdrawn: true });
    expect(source.affected('PyPI', 'beacon-py')).toHaveLength(1);
    expect(source.affected('npm', 'lanterns')).toMatchObject([{ malicious: true, versions: ['6.6.6', '6.6.7'], ranges: [] }]);
    expect(source.advisory(first?.advisory ?? 0)).toEqual({
      id: 'GHSA-aaaa-bbbb-0001',
      modified: '2026-03-01T10:00:00.123456789Z',
      published: '2026-02-01T00:00:00Z',
      malicious: false,
      aliases: ['CVE-2026-10001'],
      summary: 'Path traversal in lantern',
      details: 'Names with two dots leave the folder.',
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
      severity_word: 'CRITICAL',
      cwes: ['CWE-22'],
      references: [{ type: 'WEB', url: 'https://example.org/lantern/1' }],
    });
    source.close();
  });

  it('never keeps commits as versions', async () => {
    const source = openAdvisories(await sampleDatabase());
    expect(source.affected('PyPI', 'torch-light')).toEqual([]);
    expect(source.affected('PyPI', 'beacon-py')[0]?.ranges).toHaveLength(1);
    source.close();
  });

  it('joins KEV and EPSS by CVE and names each feed with its own time', async () => {
    const source = openAdvisories(await sampleDatabase());
    expect(source.kev('CVE-2026-10001')).toEqual({
      cve: 'CVE-2026-10001',
      date_added: '2026-02-20',
      due_date: '2026-03-13',
      ransomware: true,
    });
    expect(source.kev('CVE-2026-10002')).toBeUndefined();
    expect(source.epss('CVE-2026-10001')).toEqual({ score: 0.91234, percentile: 0.99512 });
    expect(source.epss('CVE-2026-10004')).toBeUndefined();
    expect(source.feeds().map((feed) => [feed.name, feed.ecosystem, feed.as_of])).toEqual([
      ['epss', undefined, '2026-03-02T00:00:00Z'],
      ['kev', undefined, '2026-03-01T12:00:00.0000Z'],
      ['osv', 'Debian', '2026-01-05T00:00:00Z'],
      ['osv', 'PyPI', '2026-03-04T10:00:00Z'],
      ['osv', 'npm', '2026-03-04T10:00:00Z'],
    ]);
    source.close();
  });

  it('takes only the ecosystems asked for and leaves the others as they were', async () => {
    const tree = new FeedTree();
    const options = updateOptions(tree.path);
    await updateDatabase({ ...options, ecosystems: ['PYPI'] });
    await updateDatabase({ ...options, ecosystems: ['debian'] });
    const source = openAdvisories(options.dbPath);
    expect(source.ecosystems()).toEqual(['Debian:12', 'PyPI']);
    expect(
      source.ecosystemsOf([
        { ecosystem: 'npm', name: 'beacon' },
        { ecosystem: 'PyPI', name: 'beacon-py' },
      ]),
    ).toEqual(['PyPI']);
    source.close();
    await expect(updateDatabase({ ...options, ecosystems: ['pip'] })).rejects.toThrow('"pip" is no ecosystem, did you mean "PyPI"?');
  });

  it('sees records that changed, came and went', async () => {
    const tree = new FeedTree();
    const options = updateOptions(tree.path);
    await updateDatabase(options);
    const [first, ...others] = sampleRecords('npm').filter((record) => record.id !== 'MAL-2026-1');
    const changed = { ...first, id: 'GHSA-aaaa-bbbb-0001', modified: '2026-03-04T12:00:00Z', summary: 'Now with a better summary' };
    const added = {
      id: 'GHSA-aaaa-bbbb-0009',
      modified: '2026-03-04T13:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'new' }, versions: ['1.0.0'] }],
    };
    tree.writeBucket('npm', [changed, ...others, added], true);
    const { feeds } = await updateDatabase(options);
    expect(feeds.map((feed) => feed.how)).toEqual(['changed', 'unchanged', 'unchanged', 'unchanged', 'unchanged']);
    const source = openAdvisories(options.dbPath);
    expect(source.affected('npm', 'new')).toHaveLength(1);
    expect(source.affected('npm', 'lanterns')).toEqual([]);
    const [row] = source.affected('npm', 'lantern');
    expect(source.advisory(row?.advisory ?? 0).summary).toBe('Now with a better summary');
    expect(source.feeds().find((feed) => feed.ecosystem === 'npm')).toMatchObject({ as_of: '2026-03-04T13:00:00Z', records: 5 });
    source.close();
  });

  it('gives the same rows by changes as from scratch', async () => {
    const tree = new FeedTree();
    const options = updateOptions(tree.path);
    await updateDatabase(options);
    tree.writeBucket(
      'npm',
      sampleRecords('npm').map((record) => ({ ...record, modified: '2026-03-04T20:00:00Z' })),
      true,
    );
    await updateDatabase(options);
    const scratch = updateOptions(tree.path);
    await updateDatabase(scratch);
    const [byChanges, whole] = [openAdvisories(options.dbPath), openAdvisories(scratch.dbPath)];
    for (const name of ['lantern', 'lanterns', 'lamp', 'beacon']) {
      const rowsOf = (source: typeof whole) =>
        source.affected('npm', name).map(({ advisory, ...row }) => ({ ...row, text: source.advisory(advisory) }));
      expect(rowsOf(byChanges)).toEqual(rowsOf(whole));
    }
    byChanges.close();
    whole.close();
  });

  it('does without KEV and EPSS when the tree has none, but not without advisories', async () => {
    const tree = new FeedTree();
    const { feeds } = await updateDatabase(
      updateOptions(tree.path, { partial: true, sources: { osv: [join(tree.path, 'osv')], kev: [join(tree.path, 'none')], epss: [] } }),
    );
    expect(feeds.map((feed) => feed.name)).toEqual(['osv', 'osv', 'osv']);
    await expect(updateDatabase(updateOptions(join(tree.path, 'kev'), { partial: true }))).rejects.toThrow('holds no OSV data');
  });

  it('makes the same file from the same feeds', async () => {
    const tree = new FeedTree();
    const [first, second] = [updateOptions(tree.path), updateOptions(tree.path)];
    await updateDatabase(first);
    await updateDatabase(second);
    expect(readFileSync(second.dbPath).equals(readFileSync(first.dbPath))).toBe(true);
  });
});
