import type { CloudConnection } from '../../../model/cloud.js';
import type { CloudAccess, CloudPart, CloudProvider, CloudSession } from '../contract/provider.js';
import { proveRole } from './proof.js';
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
  async open({ account, configuration }: CloudConnection, access: CloudAccess): Promise<CloudSession> {
    const { role, user, warehouse } = configuration;
    const signer = await signerOf(account, typeof user === 'string' ? user : access.environment['SNOWFLAKE_USER'], access);
    const statements = new Statements(
      { base: baseOf(account, access), role: String(role), signer, ...(typeof warehouse === 'string' && { warehouse }) },
      access,
    );
    return { prove: () => proveRole(statements), parts: async () => partsOf(account, statements, typeof warehouse === 'string') };
  },
};

function partsOf(account: string, statements: Statements, hasWarehouse: boolean): CloudPart[] {
  return snowflakeReaders
    .filter(({ needsWarehouse }) => hasWarehouse || !needsWarehouse)
    .map((reader) => ({ id: `${account}/global/${reader.id}`, read: () => reader.read({ statements, account }) }));
}

/** Underscores of an account's name are hyphens in its host. */
function baseOf(account: string, { environment }: CloudAccess): string {
  const { SNOWFLAKE_HOST: host, SNOWFLAKE_PORT: port, SNOWFLAKE_PROTOCOL: protocol = 'https' } = environment;
  const named = host ?? `${account.toLowerCase().replaceAll('_', '-')}.snowflakecomputing.com`;
  return `${protocol}://${named}${port ? `:${port}` : ''}`;
}
