import type { CloudResource } from '../../../../model/cloud.js';
import { fullName, shownWithin, snowflakeResource } from '../names.js';
import type { SnowflakeReader } from '../reader.js';
import type { Row } from '../statements.js';

/** Stages: files that are loaded, unloaded or served, inside Snowflake or in a bucket of another cloud. */
export const stages: SnowflakeReader = {
  id: 'stages',
  grants: ['READ ON ALL STAGES'],
  async *read({ statements, account, database }) {
    for await (const rows of statements.pages(`SHOW STAGES ${shownWithin(database)}`)) yield rows.map((row) => stage(account, row));
  },
};

function stage(account: string, row: Row): CloudResource {
  const isExternal = row['type']?.startsWith('EXTERNAL') ?? false;
  return snowflakeResource(account, 'stage', fullName(row), {
    kind: 'data',
    facts: {
      // Scheme and bucket only: what follows may be a name of a customer.
      ...(isExternal && { outside_location: /^[a-z0-9]+:\/\/[^/?#]+/i.exec(row['url'] ?? '')?.[0] ?? null }),
      written_credentials: row['has_credentials'] === 'Y',
      // How a bucket of another cloud is encrypted is a question to that cloud.
      ...((!isExternal || row['has_encryption_key'] === 'Y') && { encrypted: true }),
    },
  });
}
