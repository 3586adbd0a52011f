import type { scimRoutes } from '../../../api/scim.js';
import { NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { refreshGroups } from '../../scim/access.js';
import { listOf, resourceTypes, schemas, serviceProviderConfig } from '../../scim/discovery.js';
import { Groups } from '../../scim/groups.js';
import type { PatchOperation } from '../../scim/patch.js';
import { type ResourceSearch, type Search, search, shaped } from '../../scim/search.js';
import { type ChangedUser, Users } from '../../scim/users.js';
import type { TenantStore } from '../../store/layer/store.js';
import { ProvisionedGroups } from '../../store/provisioned-groups.js';
import { lockProvisioning } from '../../store/provisioned-users.js';
import type { Handlers, Reply } from '../call.js';
import type { ControlPlane } from '../plane.js';

interface At {
  plane: ControlPlane;
  store: TenantStore;
}

interface UserCall extends At {
  params: { user_id: string };
}

interface GroupCall extends At {
  params: { group_id: string };
}

interface Operations {
  body: { Operations: PatchOperation[] };
}

/** The same users under both of their paths. */
function userHandlers(base: string) {
  const users = ({ store, plane }: At) => new Users(store, base, timeOf(plane));
  const changed = ({ resource, ended }: ChangedUser, created = false): Reply => ({
    body: resource,
    ...(created && { headers: { location: `${base}/Users/${resource['id']}` } }),
    audit: {
      target_id: String(resource['id']),
      details: { user_name: resource['userName'], active: resource['active'], ...(ended && { ended }) },
    },
  });
  return {
    create: async (call: At & { body: unknown }): Promise<Reply> => changed(await users(call).create(call.body), true),
    list: async (call: At & { query: Search & ResourceSearch }): Promise<Reply> => ({
      body: await search(users(call).pages(), call.query, call.query),
    }),
    get: async (call: UserCall & { query: ResourceSearch }): Promise<Reply> => ({
      body: shaped(await users(call).get(call.params.user_id), call.query),
    }),
    replace: async (call: UserCall & { body: unknown }): Promise<Reply> =>
      changed(await users(call).replace(call.params.user_id, call.body)),
    modify: async (call: UserCall & Operations): Promise<Reply> =>
      changed(await users(call).modify(call.params.user_id, call.body.Operations)),
    remove: async (call: UserCall): Promise<Reply> => {
      const ended = await users(call).remove(call.params.user_id);
      return { audit: { target_id: call.params.user_id, details: { ended } } };
    },
  };
}

function groupHandlers(base: string) {
  const groups = ({ store, plane }: At) => new Groups(store, base, timeOf(plane));
  const changed = (resource: Record<string, unknown>, created = false): Reply => ({
    body: resource,
    ...(created && { headers: { location: `${base}/Groups/${resource['id']}` } }),
    audit: { target_id: String(resource['id']), details: { display_name: resource['displayName'], members: countOf(resource['members']) } },
  });
  return {
    create: async (call: At & { body: unknown }): Promise<Reply> => changed(await groups(call).create(call.body), true),
    list: async (call: At & { query: Search & ResourceSearch }): Promise<Reply> => ({
      body: await search(groups(call).pages(), call.query, call.query),
    }),
    get: async (call: GroupCall & { query: ResourceSearch }): Promise<Reply> => ({
      body: shaped(await groups(call).get(call.params.group_id), call.query),
    }),
    replace: async (call: GroupCall & { body: unknown }): Promise<Reply> =>
      changed(await groups(call).replace(call.params.group_id, call.body)),
    modify: async (call: GroupCall & Operations): Promise<Reply> =>
      changed(await groups(call).modify(call.params.group_id, call.body.Operations)),
    remove: async (call: GroupCall): Promise<Reply> => {
      await groups(call).remove(call.params.group_id);
      return { audit: { target_id: call.params.group_id } };
    },
  };
}

const [scimUsers, users] = [userHandlers('/scim/v2'), userHandlers('')];
const [scimGroups, groups] = [groupHandlers('/scim/v2'), groupHandlers('')];

export const scimHandlers: Handlers<typeof scimRoutes> = {
  scimCreateUser: scimUsers.create,
  scimListUsers: scimUsers.list,
  scimGetUser: scimUsers.get,
  scimReplaceUser: scimUsers.replace,
  scimModifyUser: scimUsers.modify,
  scimRemoveUser: scimUsers.remove,
  scimCreateGroup: scimGroups.create,
  scimListGroups: scimGroups.list,
  scimGetGroup: scimGroups.get,
  scimReplaceGroup: scimGroups.replace,
  scimModifyGroup: scimGroups.modify,
  scimRemoveGroup: scimGroups.remove,
  createUser: users.create,
  listUsers: users.list,
  getUser: users.get,
  replaceUser: users.replace,
  modifyUser: users.modify,
  removeUser: users.remove,
  createGroup: groups.create,
  listGroups: groups.list,
  getGroup: groups.get,
  replaceGroup: groups.replace,
  modifyGroup: groups.modify,
  removeGroup: groups.remove,
  scimServiceProviderConfig: async () => ({ body: serviceProviderConfig }),
  scimResourceTypes: async () => ({ body: listOf(resourceTypes) }),
  scimResourceType: async ({ params }) => ({ body: named(resourceTypes, params.name) }),
  scimSchemas: async () => ({ body: listOf(schemas) }),
  scimSchema: async ({ params }) => ({ body: named(schemas, params.name) }),
  getGroupRoles: async ({ store }) => ({ body: { group_roles: await new ProvisionedGroups(store).mapping() } }),
  setGroupRoles: async ({ plane, store, body }) => {
    await lockProvisioning(store);
    await new ProvisionedGroups(store).setMapping(body.group_roles, timeOf(plane));
    await refreshGroups(store, timeOf(plane));
    return { body, audit: { target_id: store.tenantId, details: { group_roles: body.group_roles } } };
  },
};

function named<T extends { id: string }>(known: readonly T[], id: string): T {
  const found = known.find((one) => one.id === id);
  if (!found) throw new NotFound('resource');
  return found;
}

function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
