import type { Rows } from './columns.js';
import type { initialSchema } from './migrations/0001-tables.js';

/** The tables as the newest migration leaves them; a migration that changes columns says so here. */
export type Tables = Rows<typeof initialSchema>;
