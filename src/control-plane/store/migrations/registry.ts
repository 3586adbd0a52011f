import type { Kysely } from 'kysely';
import type { Dialect } from '../store.js';
import { initial } from './0001-initial.js';

/** One step forward; there is no way back. Its id is recorded for ever. */
export interface Migration {
  id: string;
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>;
}

/** In the order they run. */
export const migrations: readonly Migration[] = [{ id: '0001-initial', up: initial }];
