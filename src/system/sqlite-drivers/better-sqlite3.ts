import { createRequire } from 'node:module';
import type { Connection, DriverLoader } from './driver.js';

interface BetterSqlite {
  new (source: string | Buffer, options?: { readonly?: boolean; fileMustExist?: boolean; nativeBinding?: string }): Connection;
}

const load = createRequire(import.meta.url);

/** better-sqlite3, where it is installed with a binary for this Node. */
export const betterSqlite: DriverLoader = () => {
  try {
    const Database: BetterSqlite = load('better-sqlite3');
    const native = bindingOption();
    // A missing or foreign binary shows only when the first database is opened.
    new Database(':memory:', native).close();
    return {
      name: 'better-sqlite3',
      open: (path, readonly) => new Database(path, { ...native, readonly, fileMustExist: readonly }),
      openBytes: (bytes) => new Database(bytes, native),
    };
  } catch {
    return undefined;
  }
};

/** Giving the addon's path saves better-sqlite3 the search for it, about 2 ms of every scan. */
function bindingOption(): { nativeBinding?: string } {
  try {
    return { nativeBinding: load.resolve('better-sqlite3/build/Release/better_sqlite3.node') };
  } catch {
    return {};
  }
}
