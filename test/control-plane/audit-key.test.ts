import { randomBytes } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openControlPlane } from '../../src/control-plane/start/start.js';
import { openTestPlane } from '../support/control-plane.js';
import { databases } from '../support/databases.js';

describe.each(databases())('an audit key that is missing, on $name', (database) => {
  afterAll(() => database.close());

  it('beside a database with events stops the start, until it is back or another is put there on purpose', async () => {
    const at = await openTestPlane(await database.open());
    const key = await at.key('acme');
    expect((await at.ask('POST', '/v1/sources', { key, body: { kind: 'ingest.trace_push', display_name: 'a' } })).status).toBe(201);
    const path = join(at.plane.options.dataFolder, 'audit.key');
    const again = async () => {
      const plane = await openControlPlane(at.plane.options, { version: '0', clock: Date.now });
      await plane.store.close();
    };
    renameSync(path, `${path}.away`);
    await expect(again()).rejects.toMatchObject({
      where: path,
      message: 'the audit key is missing, and the database has events that were sealed with it',
      hint: expect.stringContaining('SERVICE_AUDIT_KEY_FILE'),
    });
    renameSync(`${path}.away`, path);
    await again();
    rmSync(path);
    writeFileSync(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 });
    await again();
    await at.close();
  });
});
