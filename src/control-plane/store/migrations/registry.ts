import type { Kysely } from 'kysely';
import type { Dialect } from '../schema/dialect.js';
import { initial } from './0001-initial.js';
import { views } from './0002-views.js';
import { graphHistory } from './0003-graph-history.js';
import { fewerIndexes } from './0004-fewer-indexes.js';
import { findingWords } from './0005-words.js';
import { relays } from './0006-relays.js';
import { deliveries } from './0007-deliveries.js';
import { triage } from './0008-triage.js';
import { history } from './0009-history.js';
import { joinAllFindings, origins } from './0010-origins.js';

/** One step forward; there is no way back. After a release neither id nor statements may change, because databases have recorded both. */
export interface Migration {
  id: string;
  statements(dialect: Dialect): readonly string[];
  /** What SQL alone cannot say, after the statements. */
  rows?(db: Kysely<unknown>, dialect: Dialect): Promise<void>;
}

/** All migrations in the order they run. */
export const migrations: readonly Migration[] = [
  { id: '0001-initial', statements: initial },
  { id: '0002-views', statements: views },
  { id: '0003-graph-history', statements: graphHistory },
  { id: '0004-fewer-indexes', statements: fewerIndexes },
  { id: '0005-words', statements: findingWords },
  { id: '0006-relays', statements: relays },
  { id: '0007-deliveries', statements: deliveries },
  { id: '0008-triage', statements: triage },
  { id: '0009-history', statements: history },
  { id: '0010-origins', statements: origins, rows: joinAllFindings },
];
