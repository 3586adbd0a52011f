import { snowflakeRef, snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';

/** Which object is made of which, from the account's own metadata; it is up to three hours late. */
export const objectLineage: SnowflakeReader = {
  id: 'lineage',
  grants: ['SNOWFLAKE.OBJECT_VIEWER', 'USAGE ON WAREHOUSE'],
  needsWarehouse: true,
  async *read({ statements, account, database }) {
    const sources = new Map<string, Set<string>>();
    for await (const rows of statements.pages(dependencies(database))) {
      for (const { referencing, referencing_type, referenced, referenced_type } of rows) {
        if (!referencing || !referencing_type || !referenced || !referenced_type) continue;
        const key = `${typeOf(referencing_type)}\n${referencing}`;
        const known = sources.get(key) ?? new Set();
        sources.set(key, known.add(snowflakeRef(account, typeOf(referenced_type), referenced)));
      }
    }
    yield [...sources].map(([key, uses]) => {
      const [type = '', name = ''] = key.split('\n');
      return snowflakeResource(account, type, name, { kind: 'data', uses: [...uses].sort() });
    });
  },
};

const typeOf = (domain: string) => domain.toLowerCase().replaceAll(' ', '_');

const name = (side: string) =>
  `CONCAT_WS('.', ${side}_DATABASE, ${side}_SCHEMA, ${side}_OBJECT_NAME) AS ${side}, ${side}_OBJECT_DOMAIN AS ${side}_TYPE`;

function dependencies(database: string | undefined): string {
  const from = `SELECT ${name('REFERENCING')}, ${name('REFERENCED')} FROM SNOWFLAKE.ACCOUNT_USAGE.OBJECT_DEPENDENCIES`;
  const where = database === undefined ? '' : ` WHERE REFERENCING_DATABASE = ${textOf(database)}`;
  return `${from}${where} ORDER BY 1, 2, 3, 4`;
}

/** A text as SQL takes it. */
const textOf = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
