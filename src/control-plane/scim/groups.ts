import { NotFound, ScimFailure } from '../failures.js';
import { newId } from '../ids.js';
import { isUniqueClash } from '../store/engines/failures.js';
import type { TenantStore } from '../store/layer/store.js';
import { type GroupRow, ProvisionedGroups } from '../store/provisioned-groups.js';
import { lockProvisioning, ProvisionedUsers } from '../store/provisioned-users.js';
import { refreshRoles } from './access.js';
import type { ScimFilter } from './filter.js';
import { type PatchOperation, patched } from './patch.js';
import { type GroupInput, readGroup, shownGroup } from './resources.js';
import type { ResourcePages } from './search.js';

/**
 * Provisioning of groups, in the caller's transaction. A user who leaves a group with a mapped role loses keys and
 * sessions of that role.
 */
export class Groups {
  private readonly rows: ProvisionedGroups;

  constructor(
    private readonly store: TenantStore,
    private readonly base: string,
    private readonly now: string,
  ) {
    this.rows = new ProvisionedGroups(store);
  }

  async create(body: unknown): Promise<Record<string, unknown>> {
    const input = readGroup(body);
    await lockProvisioning(this.store);
    const created = { group_id: newId('grp'), document: {}, version: 1, created_at: this.now };
    const row = await this.unique(async () => this.rows.create({ ...created, ...(await this.columnsOf(input)) }));
    await this.setMembers(row.group_id, input.members);
    return this.shown(row);
  }

  async get(groupId: string): Promise<Record<string, unknown>> {
    return this.shown(await this.require(groupId));
  }

  async replace(groupId: string, body: unknown): Promise<Record<string, unknown>> {
    await lockProvisioning(this.store);
    return this.write(await this.require(groupId), readGroup(body));
  }

  async modify(groupId: string, operations: readonly PatchOperation[]): Promise<Record<string, unknown>> {
    await lockProvisioning(this.store);
    const row = await this.require(groupId);
    return this.write(row, readGroup(patched(await this.shown(row), operations)));
  }

  async remove(groupId: string): Promise<void> {
    await lockProvisioning(this.store);
    await this.require(groupId);
    const members = await this.rows.membersOf(groupId);
    await this.rows.remove(groupId);
    await refreshRoles(
      this.store,
      members.map(({ user_id }) => user_id),
      this.now,
    );
  }

  /** For lists. */
  pages(): ResourcePages<GroupRow> {
    return {
      count: () => this.rows.count(),
      page: (offset, limit) => this.rows.list(offset, limit),
      direct: (filter) => this.direct(filter),
      shown: (rows) => Promise.all(rows.map((row) => this.shown(row))),
    };
  }

  /** Providers look up groups by name before every change; that needs no reading of members. */
  private direct(filter: ScimFilter): Promise<GroupRow[]> | undefined {
    if (filter.op !== 'eq' || typeof filter.value !== 'string') return undefined;
    const [path, value] = [filter.path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:group:/, ''), filter.value];
    if (path === 'displayname') return this.rows.named(value);
    return path === 'id' ? this.rows.find(value).then((row) => (row ? [row] : [])) : undefined;
  }

  private async write(row: GroupRow, input: GroupInput): Promise<Record<string, unknown>> {
    const change = { ...(await this.columnsOf(input)), version: row.version + 1 };
    await this.unique(() => this.rows.update(row.group_id, change));
    await this.setMembers(row.group_id, input.members);
    if (change.role !== row.role) await refreshRoles(this.store, await this.memberIds(row.group_id), this.now);
    return this.shown({ ...row, ...change });
  }

  private async columnsOf({ displayName, externalId }: GroupInput) {
    const mapping = await this.rows.mapping();
    const role = Object.hasOwn(mapping, displayName) ? (mapping[displayName] ?? null) : null;
    return { display_name: displayName, external_id: externalId, role, updated_at: this.now };
  }

  private async setMembers(groupId: string, userIds: readonly string[]): Promise<void> {
    const known = await new ProvisionedUsers(this.store).existing(userIds);
    if (known.length !== userIds.length) throw new ScimFailure('members: not all are users here', 'invalidValue');
    await refreshRoles(this.store, await this.rows.setMembers(groupId, userIds), this.now);
  }

  private async memberIds(groupId: string): Promise<string[]> {
    return (await this.rows.membersOf(groupId)).map(({ user_id }) => user_id);
  }

  private async unique<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isUniqueClash(error)) throw new ScimFailure('a group has this display name', 'uniqueness', 409);
      throw error;
    }
  }

  private async require(groupId: string): Promise<GroupRow> {
    const row = await this.rows.find(groupId);
    if (!row) throw new NotFound('group');
    return row;
  }

  private async shown(row: GroupRow): Promise<Record<string, unknown>> {
    return shownGroup(row, await this.rows.membersOf(row.group_id), this.base);
  }
}
