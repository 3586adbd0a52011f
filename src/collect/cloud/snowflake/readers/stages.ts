import type { CloudResource } from '../../../../model/cloud.js';
import { fullName, snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';
import type { Row } from '../statements.js';

/** Stages: files that are loaded, unloaded or served, inside Snowflake or in a bucket of another cloud. */
export const stages: SnowflakeReader = {
  id: 'stages',
  grants: ['READ ON ALL STAGES'],
  async *read({ statements, account }) {
    for await (const rows of statements.pages('SHOW STAGES IN ACCOUNT')) yield rows.map((row) => stage(account, row));
  },
};

function stage(account: string, row: Row): CloudResource {
  const isExternal = row['type']?.startsWith('EXTERNAL') ?? false;
  return snowflakeResource(account, 'stage', fullName(row), {
    kind: 'data',
    facts: {
      // Scheme and bucket only: what follows may be a name of a customer.
      outside_location: isExternal ? (/^[a-z0-9]+:\/\/[^/?#]+/i.exec(row['url'] ?? '')?.[0] ?? null) : null,
      written_credentials: row['has_credentials'] === 'Y',
      encrypted: row['has_encryption_key'] === 'Y' || !isExternal ? true : null,
    },
  });
}
