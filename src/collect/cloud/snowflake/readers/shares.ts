import type { CloudResource } from '../../../../model/cloud.js';
import { snowflakeRef, snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';
import type { Row } from '../statements.js';

/** Shares that give data of this account to other accounts. */
export const shares: SnowflakeReader = {
  id: 'shares',
  grants: ['IMPORT SHARE ON ACCOUNT'],
  async *read({ statements, account, database }) {
    for await (const rows of statements.pages('SHOW SHARES'))
      yield rows
        .filter(({ kind, database_name }) => kind === 'OUTBOUND' && (database === undefined || database_name === database))
        .map((row) => share(account, row));
  },
};

function share(account: string, { name, database_name, to, listing_global_name, owner }: Row): CloudResource {
  const others = (to ?? '').split(',').flatMap((one) => one.trim() || []);
  return snowflakeResource(account, 'share', name ?? '', {
    kind: 'data',
    public: listing_global_name ? 'yes' : 'no',
    uses: database_name ? [snowflakeRef(account, 'database', database_name)] : [],
    runs_as: owner ? [snowflakeRef(account, 'role', owner)] : [],
    facts: { shared_with: others },
  });
}
