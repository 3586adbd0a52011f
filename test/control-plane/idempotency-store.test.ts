import { describe, expect, it } from 'vitest';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('idempotency keys on $name', (database) => {
  const at = withPlane(database);

  it('are known again by their hash; what a caller put into one is not kept', async () => {
    const key = await at.key('acme');
    const body = { kind: 'ingest.trace_push', display_name: 'traces' };
    const post = () => at.ask('POST', '/v1/sources', { key, body, headers: { 'idempotency-key': 'user-4711-private' } });
    const [first, again] = [await post(), await post()];
    expect([first.status, again.status, again.headers['idempotency-replayed'], again.text]).toEqual([201, 201, 'true', first.text]);
    const rows = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('idempotency').selectAll().where('tenant_id', '=', 'acme').execute(),
    );
    expect(rows).toMatchObject([{ key: expect.stringMatching(/^[0-9a-f]{64}$/), status: 201 }]);
    expect(JSON.stringify(rows)).not.toContain('4711');
  });
});
