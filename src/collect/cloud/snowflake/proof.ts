import type { CloudProof, TriedPermission } from '../../../model/cloud.js';
import { quoted } from './names.js';
import { isReading, isUncertain } from './privileges.js';
import type { Row, Statements } from './statements.js';

/** Roles that may do everything, whatever they are granted. */
const ALL_POWERFUL = new Set(['ACCOUNTADMIN', 'SECURITYADMIN', 'SYSADMIN', 'USERADMIN', 'ORGADMIN', 'GLOBALORGADMIN']);

/** Most roles that are followed through grants. */
const MAX_ROLES = 200;

/**
 * Asks who we are, and follows all grants of the role and of the roles that it inherits. Snowflake lists grants whole, so a role
 * without a writing privilege is proven to be read-only.
 */
export async function proveRole(statements: Statements): Promise<CloudProof> {
  const [who] = await statements.rows('SELECT CURRENT_ACCOUNT() AS account, CURRENT_USER() AS user_name, CURRENT_ROLE() AS role_name');
  const { account, user_name: user, role_name: role } = who ?? {};
  const identity = [account, user, role].filter(Boolean).join('/');
  if (!role) return { identity, read_only: 'unproven', tried: [], reason: 'Snowflake did not say which role is used' };
  const walk = new GrantWalk(statements);
  await walk.follow({ kind: 'ROLE', name: role, sql: quoted(role) });
  return { identity, ...walk.result() };
}

interface GrantedRole {
  kind: 'ROLE' | 'DATABASE ROLE';
  name: string;
  /** The name as SQL takes it. */
  sql: string;
}

class GrantWalk {
  private readonly seen = new Set<string>();
  private readonly tried = new Map<string, TriedPermission['answer']>();
  private whole = true;

  constructor(private readonly statements: Statements) {}

  async follow(first: GrantedRole): Promise<void> {
    const waiting = [first];
    for (let role = waiting.pop(); role !== undefined; role = waiting.pop()) {
      const key = `${role.kind} ${role.name}`;
      if (this.seen.has(key)) continue;
      if (this.seen.size >= MAX_ROLES) {
        this.whole = false;
        return;
      }
      this.seen.add(key);
      if (role.kind === 'ROLE' && ALL_POWERFUL.has(role.name)) this.tried.set(`ROLE ${role.name}`, 'granted');
      // Roles of Snowflake's own database only read it.
      if (role.kind === 'DATABASE ROLE' && role.name.startsWith('SNOWFLAKE.')) continue;
      const grants = await this.statements.rows(`SHOW GRANTS TO ${role.kind} ${role.sql}`);
      for (const grant of grants) this.take(grant, waiting);
    }
  }

  private take({ privilege, granted_on: on, name }: Row, waiting: GrantedRole[]): void {
    if (!privilege || !on || !name) {
      this.whole = false;
      return;
    }
    const inherits = privilege === 'USAGE' && (on === 'ROLE' || on === 'DATABASE_ROLE' || on === 'DATABASE ROLE');
    if (inherits) waiting.push(on === 'ROLE' ? { kind: 'ROLE', name, sql: quoted(name) } : databaseRole(name));
    else if (isUncertain(privilege, on)) this.tried.set(`${privilege} ON ${on} ${name}`, 'unknown');
    else this.tried.set(`${privilege} ON ${on}`, isReading(privilege) ? 'denied' : 'granted');
  }

  result(): Omit<CloudProof, 'identity'> {
    const tried = [...this.tried]
      .filter(([, answer]) => answer !== 'denied')
      .map(([permission, answer]) => ({ permission, answer }))
      .sort((a, b) => (a.permission < b.permission ? -1 : 1));
    if (tried.some(({ answer }) => answer === 'granted')) return { read_only: 'violated', tried, reason: 'the role may change things' };
    if (!this.whole) return { read_only: 'unproven', tried, reason: `not all grants could be followed (most: ${MAX_ROLES} roles)` };
    if (tried.length > 0) return { read_only: 'unproven', tried, reason: 'the role may run code that has the rights of its owner' };
    return { read_only: 'proven', tried: [{ permission: 'every privilege but reading ones', answer: 'denied' }] };
  }
}

/** Grants name database roles `DATABASE.ROLE`. */
function databaseRole(name: string): GrantedRole {
  return { kind: 'DATABASE ROLE', name: name.replaceAll('"', ''), sql: name.includes('"') ? name : name.split('.').map(quoted).join('.') };
}
