import type { CloudResource } from '../../../../model/cloud.js';
import { snowflakeRef, snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';
import type { Row } from '../statements.js';

/** Users that are programs, with how they sign in. People are none of our business. */
export const serviceUsers: SnowflakeReader = {
  id: 'service-users',
  grants: ['SNOWFLAKE.SECURITY_VIEWER'],
  async *read({ statements, account }) {
    for await (const rows of statements.pages('SHOW USERS'))
      yield rows.filter(({ type, disabled }) => type?.endsWith('SERVICE') && disabled !== 'true').map((row) => user(account, row));
  },
};

function user(account: string, row: Row): CloudResource {
  return snowflakeResource(account, 'user', row['name'] ?? '', {
    kind: 'role',
    runs_as: row['default_role'] ? [snowflakeRef(account, 'role', row['default_role'])] : [],
    facts: {
      // Only LEGACY_SERVICE users may sign in with a password.
      static_credentials: row['type'] === 'LEGACY_SERVICE' ? said(row['has_password']) : false,
    },
  });
}

/** Snowflake leaves out what the role may not see. */
function said(value: string | null | undefined): boolean | null {
  return value === 'true' ? true : value === 'false' ? false : null;
}
