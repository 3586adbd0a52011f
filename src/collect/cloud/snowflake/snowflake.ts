import type { CloudConnection, CloudNarrowing } from '../../../model/cloud.js';
import type { CloudAccess, CloudPart, CloudProvider, CloudSession } from '../contract/provider.js';
import { keptName } from './names.js';
import { proveRole } from './proof.js';
import type { AccountReading } from './reader.js';
import { snowflakeReaders } from './readers/registry.js';
import { snowflakeGrants, snowflakeRoleText } from './role-text.js';
import { Statements } from './statements.js';
import { signerOf } from './token.js';

/**
 * Snowflake by its SQL API: no driver is needed. The account is read as one role, by a key pair or, inside Snowflake, by the mounted
 * token. `SNOWFLAKE_HOST` names another host than the account's own, for a private link.
 */
export const snowflake: CloudProvider = {
  id: 'snowflake',
  title: 'Snowflake',
  permissions: snowflakeGrants,
  roleText: snowflakeRoleText,
  async open({ account, configuration, only }: CloudConnection, access: CloudAccess): Promise<CloudSession> {
    const { role, user, warehouse } = configuration;
    const signer = await signerOf(account, typeof user === 'string' ? user : access.environment['SNOWFLAKE_USER'], access);
    const statements = new Statements(
      { base: baseOf(account, access), role: String(role), signer, ...(typeof warehouse === 'string' && { warehouse }) },
      access,
    );
    return {
      prove: () => proveRole(statements),
      parts: async () => partsOf({ statements, account, ...databaseOf(only) }, typeof warehouse === 'string', only),
    };
  },
};

function partsOf(reading: AccountReading, hasWarehouse: boolean, only: CloudNarrowing | undefined): CloudPart[] {
  return snowflakeReaders
    .filter(({ id, needsWarehouse }) => (hasWarehouse || !needsWarehouse) && (only?.readers.includes(id) ?? true))
    .map((reader) => ({ id: `${reading.account}/global/${reader.id}`, read: () => reader.read(reading) }));
}

function databaseOf(only: CloudNarrowing | undefined): Pick<AccountReading, 'database'> {
  return only?.dataset === undefined ? {} : { database: keptName(only.dataset) };
}

/** Underscores of an account's name are hyphens in its host. */
function baseOf(account: string, { environment }: CloudAccess): string {
  const { SNOWFLAKE_HOST: host, SNOWFLAKE_PORT: port, SNOWFLAKE_PROTOCOL: protocol = 'https' } = environment;
  const named = host ?? `${account.toLowerCase().replaceAll('_', '-')}.snowflakecomputing.com`;
  return `${protocol}://${named}${port ? `:${port}` : ''}`;
}
