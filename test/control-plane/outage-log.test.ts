import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeLog } from '../../src/control-plane/start/log.js';
import { StoreUnavailable } from '../../src/control-plane/store/engines/failures.js';
import { openTestPlane } from '../support/control-plane.js';

describe('what the log says of an outage', () => {
  it('is the cause, with its code, and no secret', () => {
    const lines: string[] = [];
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' });
    const several = Object.assign(new AggregateError([refused], ''), { code: 'ECONNREFUSED' });
    const secret = new Error('password=hunter2hunter2', { cause: several });
    const err = new StoreUnavailable({ message: 'the database is not available', cause: secret });
    makeLog({ write: (line) => lines.push(line) }).error({ err }, 'requests fail');
    const { err: said } = JSON.parse(lines[0] ?? '');
    expect(said.causes).toEqual(['password=<redacted>', 'ECONNREFUSED', 'ECONNREFUSED: connect ECONNREFUSED 10.0.0.5:5432']);
    expect(said.stack).toContain('outage-log.test.ts');
  });

  it('is said once in a while, while every request fails', async () => {
    const lines: string[] = [];
    const at = await openTestPlane();
    Object.assign(at.plane, { log: makeLog({ write: (line) => lines.push(line) }) });
    const key = await at.key('acme');
    await sql.raw('pragma max_page_count = 1').execute(Reflect.get(at.plane.store, 'db'));
    const post = (name: string) => at.ask('POST', '/v1/sources', { key, body: { kind: 'ingest.trace_push', display_name: name } });
    let answer = await post('a');
    for (let round = 0; answer.status === 201 && round < 200; round++) answer = await post(`a ${round}`);
    for (let round = 0; round < 3; round++) await post(`b ${round}`);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', msg: 'requests fail: storage is full' });
    expect(lines[0]).toMatch(/SQLITE_FULL|disk is full/);
    await at.close();
  });
});
