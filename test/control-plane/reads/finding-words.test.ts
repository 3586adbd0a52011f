import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('words of findings on $name', (database) => {
  const at = withPlane(database);

  it('follow what findings say, until nothing is left of them', async () => {
    const key = await at.key('acme');
    const found = async (q: string) =>
      (await at.ask('GET', `/v1/findings?q=${encodeURIComponent(q)}`, { key })).body.items.map(({ title }: { title: string }) => title);
    const finding = packageFinding('left-pad', { title: 'Runs scripts, and scripts of scripts 42' });
    const { sourceId } = await push(at, 'acme', { findings: [finding, packageFinding('other')] });
    expect(await found('scripts 42')).toEqual([finding.title]);
    expect(await found('42 left-pad run')).toEqual([finding.title]);
    expect(await found('42 other')).toEqual([]);

    const renamed = { ...finding, title: 'Opens sockets 43' };
    await push(at, 'acme', { sourceId, findings: [renamed] });
    expect(await found('scripts 42')).toEqual([]);
    expect(await found('sockets left-pad')).toEqual([renamed.title]);

    await at.plane.store.write('acme', ({ db }) => db.deleteFrom('findings').where('tenant_id', '=', 'acme').execute());
    expect(await found('sockets')).toEqual([]);
    if (database.name === 'postgres') expect(await wordsLeft()).toEqual([]);
  });

  const wordsLeft = () =>
    at.plane.store.read('acme', async ({ db }) => (await sql<{ word: string }>`select word from finding_words`.execute(db)).rows);
});
