import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAdvisories } from '../../src/advisories/database.js';
import { updateDatabase } from '../../src/advisories/update.js';
import { FeedTree, sampleRecords, updateOptions } from '../support/feed-tree.js';
import { zipOf } from '../support/zip-writer.js';

const OTHER = {
  id: 'GHSA-zzzz-0000-0001',
  modified: '2026-03-05T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name: 'other' }, versions: ['1.0.0'] }],
};

describe('an update that fails', () => {
  it.each([
    [
      'a truncated archive',
      (tree: FeedTree) => tree.write('osv/npm/all.zip', readFileSync(join(tree.path, 'osv/npm/all.zip')).subarray(0, 900)),
    ],
    [
      'an archive without records',
      (tree: FeedTree) => tree.write('osv/npm/all.zip', zipOf([{ name: 'readme.txt', bytes: Buffer.from('hi') }])),
    ],
    ['a broken index', (tree: FeedTree) => tree.write('osv/npm/modified_id.csv', '2026-03-01T00:00:00Z,../../etc/passwd\n')],
    ['a broken KEV catalog', (tree: FeedTree) => tree.write('kev/known_exploited_vulnerabilities.json', '{"vulnerabilities": []}')],
    ['broken EPSS scores', (tree: FeedTree) => tree.write('epss/epss_scores-current.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]))],
  ])('leaves the old database byte for byte: %s', async (_what, damage) => {
    const tree = new FeedTree();
    const options = updateOptions(tree.path);
    await updateDatabase(options);
    const before = readFileSync(options.dbPath);
    tree.writeBucket('npm', [...sampleRecords('npm'), OTHER]);
    damage(tree);
    await expect(updateDatabase({ ...options, full: true })).rejects.toThrow();
    expect(readFileSync(options.dbPath).equals(before)).toBe(true);
    expect(readdirSync(dirname(options.dbPath)).filter((name) => name.endsWith('.new') || name.endsWith('.lock'))).toEqual([]);
  });

  it('is no obstacle to the next one', async () => {
    const tree = new FeedTree();
    const options = updateOptions(tree.path);
    writeFileSync(options.dbPath, 'not a database at all');
    writeFileSync(`${options.dbPath}.new`, 'half of a database');
    writeFileSync(`${options.dbPath}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
    await updateDatabase(options);
    const source = openAdvisories(options.dbPath);
    expect(source.affected('npm', 'lantern')).toHaveLength(2);
    source.close();
    expect(readdirSync(dirname(options.dbPath))).toEqual(['advisories.db']);
  });
});

describe('two updates at once', () => {
  it('are refused, naming who holds the lock', async () => {
    const options = updateOptions(new FeedTree().path);
    const [one, two] = await Promise.allSettled([updateDatabase(options), updateDatabase(options)]);
    expect(one.status).toBe('fulfilled');
    expect(two).toMatchObject({
      status: 'rejected',
      reason: { message: `another update is running (process ${process.pid} on ${hostname()})` },
    });
    expect(existsSync(`${options.dbPath}.lock`)).toBe(false);
  });

  it('do not disturb a scan that has the old database open', async () => {
    const tree = new FeedTree();
    const options = updateOptions(tree.path);
    await updateDatabase(options);
    const scan = openAdvisories(options.dbPath);
    tree.writeBucket('npm', [OTHER]);
    await updateDatabase(options);
    expect(scan.affected('npm', 'lantern')).toHaveLength(2);
    expect(scan.affected('npm', 'other')).toEqual([]);
    scan.close();
  });
});

describe('records that cannot be read', () => {
  it('are counted and named, and the others are kept', async () => {
    const tree = new FeedTree();
    const good = Buffer.from(JSON.stringify(OTHER));
    const members = [
      { name: 'GHSA-good.json', bytes: good },
      { name: 'cut.json', bytes: good.subarray(0, 40) },
      { name: 'no-id.json', bytes: Buffer.from('{"modified":"2026-01-01T00:00:00Z"}') },
      { name: 'no-time.json', bytes: Buffer.from('{"id":"X-1","modified":"yesterday"}') },
      { name: 'liar.json', bytes: good, claim: good.length + 1 },
      { name: 'bomb.json', bytes: Buffer.alloc(4 * 1024 * 1024) },
      { name: 'huge.json', bytes: good, claim: 1024 * 1024 * 1024 },
      { name: 'deep.json', bytes: Buffer.from(`{"id":"X-2","x":${'['.repeat(500)}${']'.repeat(500)}}`) },
    ];
    tree.write('osv/npm/all.zip', zipOf(members));
    const summary = await updateDatabase(updateOptions(tree.path, { ecosystems: ['npm'] }));
    expect(summary.unreadable).toBe(7);
    expect(summary.feeds[0]).toMatchObject({ ecosystem: 'npm', records: 1 });
    for (const { name } of members.slice(1)) expect(summary.notes.join('\n')).toContain(name);
  });

  it('never leave the folder: member names are no paths', async () => {
    const tree = new FeedTree();
    tree.write('osv/npm/all.zip', zipOf([{ name: '../../../escape.json', bytes: Buffer.from(JSON.stringify(OTHER)) }]));
    const options = updateOptions(tree.path, { ecosystems: ['npm'] });
    await expect(updateDatabase(options)).rejects.toThrow('not a readable zip archive');
    expect(existsSync(join(dirname(options.dbPath), 'escape.json'))).toBe(false);
  });
});

describe('a database in a place that cannot be written', () => {
  it('is an error that names it', async () => {
    const options = updateOptions(new FeedTree().path);
    mkdirSync(options.dbPath);
    await expect(updateDatabase(options)).rejects.toMatchObject({ kind: 'operational', where: options.dbPath });
  });
});
