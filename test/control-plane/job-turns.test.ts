import { beforeAll, describe, expect, it } from 'vitest';
import { JobQueue } from '../../src/control-plane/store/job-queue.js';
import { databases } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

describe.each(databases())('whose job is next on $name', (database) => {
  const at = withPlane(database);
  beforeAll(async () => {
    const [loud, quiet] = [await at.key('loud'), await at.key('quiet')];
    const scan = (key: string) => at.ask('POST', '/v1/scan', { key, body: { kind: 'scan.repo', scope: { path: at.folder } } });
    for (let count = 0; count < 6; count++) expect((await scan(loud)).status).toBe(201);
    for (let count = 0; count < 2; count++) expect((await scan(quiet)).status).toBe(201);
  });
  const claim = (served: readonly string[] = []) =>
    at.plane.store.shared((shared) =>
      new JobQueue(shared).claim({
        ...{ worker: 'w', now: '2030-01-01T00:00:00.000Z', until: '2030-01-01T00:01:00.000Z', horizon: '2030-01-01T00:10:00.000Z' },
        running: [],
        served,
      }),
    );
  const finish = (job: { job_id: string; attempt: number } | undefined) =>
    at.plane.store.shared((shared) => new JobQueue(shared).settle({ jobId: job?.job_id ?? '', worker: 'w', attempt: job?.attempt ?? 0 }));

  it('goes round the tenants: one that asks for much waits for itself', async () => {
    const first = await claim();
    const second = await claim();
    expect([first?.tenant_id, second?.tenant_id]).toEqual(['loud', 'quiet']);
    await finish(first);
    await finish(second);
    // With one worker nobody has a job in hand: who was served last waits.
    const third = await claim(['quiet', 'loud']);
    expect(third?.tenant_id).toBe('quiet');
    await finish(third);
    expect((await claim(['loud', 'quiet']))?.tenant_id).toBe('loud');
  });
});
