import { describe, expect, it } from 'vitest';
import { Kept } from '../../../src/control-plane/knowledge/kept.js';
import { knowledgeVersion } from '../../../src/control-plane/store/knowledge-version.js';
import { oneAtATime } from '../../../src/control-plane/store/layer/dialects.js';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

/** More than a process has connections. */
const MANY = 25;

function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe.each(databases())('on $name', (database) => {
  const at = withPlane(database);

  it('readers that wait for a view keep nobody else from the database', async () => {
    const { opened, open } = gate();
    const view = new Kept<string>({
      async make(store) {
        await opened;
        return `made at ${await knowledgeVersion(store)}`;
      },
      change: async (_, value) => value,
    });
    const { store } = at.plane;
    const waiting = Array.from({ length: MANY }, () =>
      store.read('acme', async (own) => `${await view.at(own, 0)}, read at ${await knowledgeVersion(own)}`),
    );
    const others = Array.from({ length: MANY }, () => store.read('acme', knowledgeVersion));
    expect(await Promise.all(others)).toEqual(others.map(() => 0));
    open();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'made at 0, read at 0'));
  });

  it('writers that wait for each other keep no reader from the database', async () => {
    const { opened, open } = gate();
    const { store } = at.plane;
    const writing = Array.from({ length: MANY }, () =>
      store.write('acme', async (own) => {
        await oneAtATime(own, 'a thing');
        await opened;
      }),
    );
    const reads = Array.from({ length: MANY }, () => store.read('acme', knowledgeVersion));
    expect(await Promise.all(reads)).toEqual(reads.map(() => 0));
    open();
    await Promise.all(writing);
  });

  it('a view that could not be made fails those who wait, and is made for the next', async () => {
    const { opened, open } = gate();
    let tries = 0;
    const view = new Kept<number>({
      async make() {
        tries += 1;
        await opened;
        if (tries === 1) throw new Error('not this time');
        return tries;
      },
      change: async (_, value) => value,
    });
    const ask = () => at.plane.store.read('acme', (own) => view.at(own, 0));
    const waiting = Promise.allSettled(Array.from({ length: MANY }, ask));
    open();
    expect((await waiting).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    expect(await ask()).toBe(tries);
  });
});
