import { sqliteDriver } from '../../../system/sqlite-drivers/registry.js';
import type { Check } from '../check.js';

export const sqlite: Check = {
  id: 'sqlite',
  about: 'the driver that opens the databases',
  of: 'user',
  run: () => ({ state: 'ok', text: `driver ${sqliteDriver().name}` }),
};
