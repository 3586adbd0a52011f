import type { CloudAccessLevel, CloudResource } from '../../../../model/cloud.js';
import { quoted, snowflakeRef, snowflakeResource } from '../names.js';
import { isReading } from '../privileges.js';
import type { SnowflakeReader } from '../reader.js';
import type { Row } from '../statements.js';

/** Roles with what they are granted. */
export const accountRoles: SnowflakeReader = {
  id: 'roles',
  grants: ['SNOWFLAKE.SECURITY_VIEWER'],
  async *read({ statements, account }) {
    for await (const rows of statements.pages('SHOW ROLES')) {
      for (const { name } of rows) {
        if (name) yield [role(account, name, await statements.rows(`SHOW GRANTS TO ROLE ${quoted(name)}`))];
      }
    }
  },
};

/** Roles that may do everything with an account, whatever they are granted (access control overview, "System-defined roles"). */
const ADMINISTRATORS = new Set(['ACCOUNTADMIN', 'SECURITYADMIN', 'ORGADMIN', 'GLOBALORGADMIN']);

/** What Snowflake calls a kind of object, as the refs of this account's resources call it. */
const typeOf = (grantedOn: string) => grantedOn.toLowerCase().replaceAll(' ', '_');

function role(account: string, name: string, grants: readonly Row[]): CloudResource {
  const reaches = new Map<string, CloudAccessLevel>();
  for (const { privilege, granted_on, name: object } of grants) {
    if (!privilege || !granted_on || !object || granted_on === 'ROLE') continue;
    const to = snowflakeRef(account, typeOf(granted_on), object.replaceAll('"', ''));
    const access = isReading(privilege) ? 'read' : privilege === 'OWNERSHIP' ? 'admin' : 'write';
    if (rank(access) > rank(reaches.get(to))) reaches.set(to, access);
  }
  const inherited = grants.flatMap(({ granted_on, name: other }) =>
    granted_on === 'ROLE' && other ? [snowflakeRef(account, 'role', other)] : [],
  );
  const all = ADMINISTRATORS.has(name) ? [{ to: '*', access: 'admin' as const }] : [];
  return snowflakeResource(account, 'role', name, {
    kind: 'role',
    runs_as: inherited.sort(),
    reaches: [...all, ...[...reaches].map(([to, access]) => ({ to, access })).sort((a, b) => (a.to < b.to ? -1 : 1))],
    facts: { administrator: ADMINISTRATORS.has(name) },
  });
}

function rank(access: CloudAccessLevel | undefined): number {
  return access === undefined ? 0 : { read: 1, write: 2, admin: 3 }[access];
}
