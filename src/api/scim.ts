import { z } from 'zod';
import { id, line } from './fields.js';
import { type Route, roles, routeTable } from './route.js';

/** Ids made by identity providers, often in base 64. */
const OPAQUE = ['externalId'];

/** A resource of RFC 7643. Its handler checks the attributes, so that errors have the body of RFC 7644. */
const resource = z.record(z.string(), z.unknown());

const query = z.object({
  filter: z.string().max(2000).optional(),
  startIndex: z.coerce.number().int().optional(),
  count: z.coerce.number().int().optional(),
  attributes: z.string().max(2000).optional(),
  excludedAttributes: z.string().max(2000).optional(),
  sortBy: z.string().max(200).optional(),
  sortOrder: z.enum(['ascending', 'descending']).optional(),
});

const shape = z.object({ attributes: z.string().max(2000).optional(), excludedAttributes: z.string().max(2000).optional() });

const list = z.object({
  schemas: z.array(z.string()),
  totalResults: z.number().int(),
  startIndex: z.number().int(),
  itemsPerPage: z.number().int(),
  Resources: z.array(resource),
});

const patch = z.object({
  schemas: z.array(z.string()).optional(),
  Operations: z
    .array(z.object({ op: z.string().max(20), path: z.string().max(500).optional(), value: z.unknown().optional() }))
    .min(1)
    .max(1000),
});

const provisioning = { role: 'admin', scope: 'admin', scim: true } as const;
const LIMIT = 2 * 1024 * 1024;

const create = {
  ...provisioning,
  method: 'POST',
  texts: OPAQUE,
  body: resource,
  bodyLimit: LIMIT,
  response: resource,
  status: 201,
  errors: [404, 409],
} as const;
const get = { ...provisioning, method: 'GET', query: shape, response: resource, status: 200, errors: [404] } as const;
const replace = {
  ...provisioning,
  method: 'PUT',
  texts: OPAQUE,
  body: resource,
  bodyLimit: LIMIT,
  response: resource,
  status: 200,
  errors: [404, 409],
} as const;
const modify = { ...replace, method: 'PATCH', body: patch } as const;
const remove = { ...provisioning, method: 'DELETE', status: 204, errors: [404, 409] } as const;
const search = { ...provisioning, method: 'GET', query, response: list, status: 200 } as const;

const userId = z.object({ user_id: id('usr') });
const groupId = z.object({ group_id: id('grp') });

const user = {
  create: { ...create, summary: 'Provision a user', audit: 'user.create' },
  list: { ...search, summary: 'List provisioned users' },
  get: { ...get, summary: 'Load one provisioned user', params: userId },
  replace: { ...replace, summary: 'Replace a provisioned user', audit: 'user.update', params: userId },
  modify: { ...modify, summary: 'Change a provisioned user', audit: 'user.update', params: userId },
  remove: { ...remove, summary: 'Remove a provisioned user and end their access', audit: 'user.delete', params: userId },
} as const satisfies Record<string, Omit<Route, 'path'>>;

const group = {
  create: { ...create, summary: 'Provision a group', audit: 'group.create' },
  list: { ...search, summary: 'List provisioned groups' },
  get: { ...get, summary: 'Load one provisioned group', params: groupId },
  replace: { ...replace, summary: 'Replace a provisioned group', audit: 'group.update', params: groupId },
  modify: { ...modify, summary: 'Change a provisioned group', audit: 'group.update', params: groupId },
  remove: { ...remove, summary: 'Remove a provisioned group', audit: 'group.delete', params: groupId },
} as const satisfies Record<string, Omit<Route, 'path'>>;

const discovery = { ...provisioning, method: 'GET', response: resource, status: 200 } as const;
const named = z.object({ name: z.string().max(200) });

const mapping = z.strictObject({ group_roles: z.record(line(200), z.enum(roles)) });

/** Routes of SCIM 2.0 (RFC 7644) at `/scim/v2`, and of users and groups also under `/v1`. */
export const scimRoutes = routeTable({
  scimCreateUser: { ...user.create, path: '/scim/v2/Users' },
  scimListUsers: { ...user.list, path: '/scim/v2/Users' },
  scimGetUser: { ...user.get, path: '/scim/v2/Users/{user_id}' },
  scimReplaceUser: { ...user.replace, path: '/scim/v2/Users/{user_id}' },
  scimModifyUser: { ...user.modify, path: '/scim/v2/Users/{user_id}' },
  scimRemoveUser: { ...user.remove, path: '/scim/v2/Users/{user_id}' },
  scimCreateGroup: { ...group.create, path: '/scim/v2/Groups' },
  scimListGroups: { ...group.list, path: '/scim/v2/Groups' },
  scimGetGroup: { ...group.get, path: '/scim/v2/Groups/{group_id}' },
  scimReplaceGroup: { ...group.replace, path: '/scim/v2/Groups/{group_id}' },
  scimModifyGroup: { ...group.modify, path: '/scim/v2/Groups/{group_id}' },
  scimRemoveGroup: { ...group.remove, path: '/scim/v2/Groups/{group_id}' },
  createUser: { ...user.create, path: '/Users' },
  listUsers: { ...user.list, path: '/Users' },
  getUser: { ...user.get, path: '/Users/{user_id}' },
  replaceUser: { ...user.replace, path: '/Users/{user_id}' },
  modifyUser: { ...user.modify, path: '/Users/{user_id}' },
  removeUser: { ...user.remove, path: '/Users/{user_id}' },
  createGroup: { ...group.create, path: '/Groups' },
  listGroups: { ...group.list, path: '/Groups' },
  getGroup: { ...group.get, path: '/Groups/{group_id}' },
  replaceGroup: { ...group.replace, path: '/Groups/{group_id}' },
  modifyGroup: { ...group.modify, path: '/Groups/{group_id}' },
  removeGroup: { ...group.remove, path: '/Groups/{group_id}' },
  scimServiceProviderConfig: { ...discovery, path: '/scim/v2/ServiceProviderConfig', summary: 'Say what of SCIM is understood' },
  scimResourceTypes: { ...discovery, path: '/scim/v2/ResourceTypes', summary: 'List the kinds of resources' },
  scimResourceType: {
    ...discovery,
    path: '/scim/v2/ResourceTypes/{name}',
    summary: 'Load one kind of resource',
    params: named,
    errors: [404],
  },
  scimSchemas: { ...discovery, path: '/scim/v2/Schemas', summary: 'List the schemas of resources' },
  scimSchema: { ...discovery, path: '/scim/v2/Schemas/{name}', summary: 'Load one schema', params: named, errors: [404] },
  getGroupRoles: {
    method: 'GET',
    path: '/v1/auth/group-roles',
    summary: 'Show which provisioned groups give which role',
    role: 'admin',
    scope: 'admin',
    response: mapping,
    status: 200,
  },
  setGroupRoles: {
    method: 'PUT',
    path: '/v1/auth/group-roles',
    summary: 'Map provisioned groups to roles; a group that is not mapped gives none',
    role: 'admin',
    scope: 'admin',
    audit: 'group_roles.update',
    body: mapping,
    response: mapping,
    status: 200,
    errors: [409],
  },
});
