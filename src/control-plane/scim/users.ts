import { NotFound, ScimFailure } from '../failures.js';
import { newId } from '../ids.js';
import { isUniqueClash } from '../store/engines/failures.js';
import { foldName } from '../store/fold-name.js';
import type { TenantStore } from '../store/layer/store.js';
import { lockProvisioning, ProvisionedUsers, type UserRow } from '../store/provisioned-users.js';
import { type EndedAccess, endAccess } from './access.js';
import type { ScimFilter } from './filter.js';
import { type PatchOperation, patched } from './patch.js';
import { keptDocument, readUser, shownUser, type UserInput } from './resources.js';
import type { ResourcePages } from './search.js';

/** A changed user, with the numbers of keys and sessions that the change ended. */
export interface ChangedUser {
  resource: Record<string, unknown>;
  ended?: EndedAccess;
}

/**
 * Provisioning of users, in the caller's transaction. A user who is deactivated, renamed or removed loses all keys and
 * sessions.
 */
export class Users {
  private readonly rows: ProvisionedUsers;

  constructor(
    private readonly store: TenantStore,
    /** Prefix of the addresses in answers: `/scim/v2`, or empty. */
    private readonly base: string,
    private readonly now: string,
  ) {
    this.rows = new ProvisionedUsers(store);
  }

  async create(body: unknown): Promise<ChangedUser> {
    const input = readUser(body);
    const created = { user_id: newId('usr'), role: null, version: 1, created_at: this.now };
    await lockProvisioning(this.store);
    return this.unique(async () => {
      const row = await this.rows.create({ ...created, ...columnsOf(input, this.now) });
      const ended = input.active ? undefined : await endAccess(this.store, row, this.now);
      return { resource: await this.shown(row), ...(ended && { ended }) };
    });
  }

  async get(userId: string): Promise<Record<string, unknown>> {
    return this.shown(await this.require(userId));
  }

  async replace(userId: string, body: unknown): Promise<ChangedUser> {
    await lockProvisioning(this.store);
    return this.write(await this.require(userId), readUser(body));
  }

  async modify(userId: string, operations: readonly PatchOperation[]): Promise<ChangedUser> {
    await lockProvisioning(this.store);
    const row = await this.require(userId);
    return this.write(row, readUser(patched(await this.shown(row), operations)));
  }

  async remove(userId: string): Promise<EndedAccess> {
    await lockProvisioning(this.store);
    const row = await this.require(userId);
    await this.rows.remove(userId);
    return endAccess(this.store, row, this.now);
  }

  /** For lists. */
  pages(): ResourcePages<UserRow> {
    return {
      count: () => this.rows.count(),
      page: (offset, limit) => this.rows.list(offset, limit),
      direct: (filter) => this.direct(filter),
      shown: (rows) => this.shownAll(rows),
    };
  }

  private direct(filter: ScimFilter): Promise<UserRow[]> | undefined {
    if (filter.op !== 'eq' || typeof filter.value !== 'string') return undefined;
    const path = filter.path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '');
    if (path === 'username') return this.rows.findBy('user_name', foldName(filter.value));
    if (path === 'externalid') return this.rows.findBy('external_id', filter.value);
    return path === 'id' ? this.rows.findBy('user_id', filter.value) : undefined;
  }

  private async write(row: UserRow, input: UserInput): Promise<ChangedUser> {
    const change = { ...columnsOf(input, this.now), version: row.version + 1 };
    return this.unique(async () => {
      await this.rows.update(row.user_id, change);
      const lost = !input.active || change.user_name !== row.user_name || isAnother(change.external_id, row.external_id);
      const ended = lost ? await endAccess(this.store, row, this.now) : undefined;
      return { resource: await this.shown({ ...row, ...change }), ...(ended && { ended }) };
    });
  }

  private async unique<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isUniqueClash(error)) throw new ScimFailure('the user name is taken', 'uniqueness', 409);
      throw error;
    }
  }

  private async require(userId: string): Promise<UserRow> {
    const row = await this.rows.find(userId);
    if (!row) throw new NotFound('user');
    return row;
  }

  private async shown(row: UserRow): Promise<Record<string, unknown>> {
    const [resource = {}] = await this.shownAll([row]);
    return resource;
  }

  private async shownAll(rows: readonly UserRow[]): Promise<Record<string, unknown>[]> {
    const groups = await this.rows.groupsOf(rows.map(({ user_id }) => user_id));
    return rows.map((row) => shownUser(row, groups.get(row.user_id) ?? [], this.base));
  }
}

/** True when an external id changes. Adding one to a user without any does not count. */
function isAnother(id: string | null, before: string | null): boolean {
  return before !== null && id !== before;
}

function columnsOf(input: UserInput, now: string) {
  return {
    user_name: foldName(input.userName),
    external_id: input.externalId,
    active: input.active,
    document: keptDocument(input),
    updated_at: now,
  };
}
