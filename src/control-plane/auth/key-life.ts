import { allows, grantsScope, type KeyScope, type Role } from '../../api/route.js';
import { DAY_MS, HOUR_MS } from '../../support/durations.js';
import { Conflict, Forbidden, NotFound, Unprocessable } from '../failures.js';
import { type Ground, timeOf, timesOf } from '../ground/ground.js';
import { newId } from '../ids.js';
import { current, isAdmin, type KeyDraft, KeyRepository, type KeyRow } from '../store/keys.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import { lockProvisioning, ProvisionedUsers } from '../store/provisioned-users.js';
import { newKey } from './api-key.js';
import { type Principal, scopesOf } from './principal.js';
import { isActive } from './with-api-key.js';

const DEFAULT_DAYS = 30;
const DEFAULT_OVERLAP_HOURS = 1;

export interface KeyWish {
  name: string;
  role: Role;
  scopes: readonly KeyScope[];
  subject: string;
  sourceId?: string;
  lifetimeMs: number;
}

/** A new key with its secret, which is shown once. */
export interface MadeKey {
  row: KeyRow;
  secret: string;
}

/** Creates, rotates and revokes keys in one transaction. Concurrent requests are processed one after the other. */
export class KeyLife {
  private readonly keys: KeyRepository;

  constructor(
    private readonly ground: Ground,
    private readonly store: TenantStore,
    private readonly shared: SharedStore,
  ) {
    this.keys = new KeyRepository(store);
  }

  /** Throws Conflict when an active key has this name, and for a deactivated user. */
  async make(wish: KeyWish, maker: Principal): Promise<MadeKey> {
    requireWithin(wish, maker);
    await lockProvisioning(this.store);
    const users = await new ProvisionedUsers(this.store).named(wish.subject);
    if (users.some(({ active }) => !active)) throw new Conflict('the user of this name is deactivated');
    await this.keys.lock();
    const active = await this.keys.active(timeOf(this.ground));
    if (current(active).some(({ name }) => name === wish.name)) throw new Conflict('an active key has this name');
    return this.insert(wish, maker.actor);
  }

  /**
   * Creates a key of the same kind to replace another, which stays valid for `overlapMs`. By default it gets the same
   * lifetime as the other. Throws Conflict for a key that is revoked or replaced.
   */
  async rotate(keyId: string, { overlapMs, lifetimeMs }: { overlapMs: number; lifetimeMs?: number }, maker: Principal): Promise<MadeKey> {
    await this.keys.lock();
    const old = await this.require(keyId);
    const active = await this.keys.active(timeOf(this.ground));
    if (active.some(({ replaces }) => replaces === keyId)) throw new Conflict('the key was replaced already');
    const wish = { ...wishOf(old), lifetimeMs: lifetimeMs ?? Date.parse(old.expires_at) - Date.parse(old.created_at) };
    requireWithin(wish, maker);
    const made = await this.insert(wish, maker.actor, keyId);
    const until = timeOf(this.ground, overlapMs);
    if (overlapMs === 0) await this.keys.revoke(keyId, until);
    else if (until < old.expires_at) await this.keys.expire(keyId, until);
    return made;
  }

  /** Throws Conflict for the last key of an administrator, and for a key that is revoked already. */
  async revoke(keyId: string): Promise<KeyRow> {
    await this.keys.lock();
    const row = await this.require(keyId);
    const now = timeOf(this.ground);
    const others = current(await this.keys.active(now)).filter((key) => key.key_id !== keyId && isAdmin(key));
    if (isAdmin(row) && others.length === 0) throw new Conflict('this is the last active admin key');
    await this.keys.revoke(keyId, now);
    return row;
  }

  private async require(keyId: string): Promise<KeyRow> {
    const row = await this.keys.find(keyId);
    if (!row) throw new NotFound('key');
    if (!isActive(row, timeOf(this.ground))) throw new Conflict('the key is no longer active');
    return row;
  }

  /** Creates a key without checking its name; the caller must have done that. */
  async insert({ lifetimeMs, ...wish }: KeyWish, createdBy: string, replaces?: string): Promise<MadeKey> {
    const keyId = newId('key');
    const { secret, hash } = newKey(keyId.slice(4));
    const [now, expiresAt] = timesOf(this.ground, 0, lifetimeMs);
    const draft: KeyDraft = { ...wish, keyId, hash, createdBy, now, expiresAt };
    const row = await this.keys.create(this.shared, { ...draft, ...(replaces !== undefined && { replaces }) });
    return { row, secret };
  }
}

/** A key's lifetime in milliseconds; the default is 30 days. */
export function lifetimeOf(days = DEFAULT_DAYS): number {
  return days * DAY_MS;
}

/** How long two keys are valid side by side, in milliseconds; the default is an hour. */
export function overlapOf(hours = DEFAULT_OVERLAP_HOURS): number {
  return hours * HOUR_MS;
}

/** What a runtime needs: to push events, and to read the policies of its source. */
const OF_BOUND: readonly KeyScope[] = ['ingest', 'policy:read'];

/**
 * Scopes of a new key: those requested, else all of its role, or for a key bound to a source only those for pushing.
 */
export function scopesFor(role: Role, asked: readonly KeyScope[] | undefined, bound: boolean): readonly KeyScope[] {
  const scopes = [...new Set(asked ?? (bound ? ['ingest' as const] : scopesOf[role]))];
  if (bound && scopes.some((scope) => !OF_BOUND.includes(scope)))
    throw new Unprocessable(`scopes: a key bound to a source may have ${OF_BOUND.join(' and ')}, nothing else`);
  const beyond = scopes.filter((scope) => !grantsScope(scopesOf[role], scope));
  if (beyond.length > 0) throw new Unprocessable(`scopes: the role ${role} does not have the scope ${beyond.join(', ')}`);
  return scopes;
}

function requireWithin({ role, scopes }: Pick<KeyWish, 'role' | 'scopes'>, maker: Principal): void {
  if (!allows(maker.role, role)) throw new Forbidden('a key cannot have a higher role than its maker');
  if (scopes.some((scope) => !grantsScope(maker.scopes, scope))) throw new Forbidden('a key cannot have scopes that its maker has not');
}

function wishOf(row: KeyRow): Omit<KeyWish, 'lifetimeMs'> {
  return {
    name: row.name,
    role: row.role,
    scopes: row.scopes,
    subject: row.subject,
    ...(row.source_id !== null && { sourceId: row.source_id }),
  };
}
