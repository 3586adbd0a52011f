import { driverLoaders } from '../../src/system/sqlite-drivers/registry.js';

/** The SQLite drivers that this machine can run. A suite is `describe.each(sqliteDrivers)`. */
export const sqliteDrivers = driverLoaders.map((load) => load()).filter((driver) => driver !== undefined);
