import { afterAll, beforeAll } from 'vitest';
import type { ServeOptions } from '../../src/config/serve-options.js';
import { type OpenTestPlane, openTestPlane, type TestPlane } from './control-plane.js';
import type { TestDatabase } from './databases.js';

type Options = Partial<ServeOptions>;

/**
 * Opens a control plane on `database` before the tests of the suite that calls this, and closes both after them.
 * Hooks that are declared later may use the plane: they run after it is opened and before it is closed.
 * @param options Where a function gives them, it runs right before the plane is opened, and may start what the plane asks.
 */
export function withPlane(database: TestDatabase, options: Options | (() => Options | Promise<Options>) = {}): TestPlane {
  let opened: OpenTestPlane | undefined;
  beforeAll(async () => {
    const chosen = typeof options === 'function' ? await options() : options;
    opened = await openTestPlane({ ...(await database.prepared()), ...chosen });
  });
  afterAll(async () => {
    await opened?.close();
    await database.close();
  });
  const at = (): OpenTestPlane => {
    if (!opened) throw new Error('The plane opens before the tests: use it in a test or in a hook.');
    return opened;
  };
  return {
    get plane() {
      return at().plane;
    },
    get app() {
      return at().app;
    },
    get folder() {
      return at().folder;
    },
    advance: (ms) => at().advance(ms),
    freeze: () => at().freeze(),
    key: (tenant, role, more) => at().key(tenant, role, more),
    ask: (method, url, ask) => at().ask(method, url, ask),
  };
}
