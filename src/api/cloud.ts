import { z } from 'zod';
import { cloudProviders } from '../model/cloud.js';
import { id, line, paged, paging, time } from './fields.js';
import { routeTable } from './route.js';

const provider = z.enum(cloudProviders);
const uuid = z.string().regex(/^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/, 'expected a UUID');
const region = z.string().regex(/^[a-z0-9-]{2,40}$/, 'expected the name of a region');

/** How a read-only role is reached, by provider: names of roles and identities, never keys. */
export const cloudConfigurations = {
  aws: z.strictObject({
    role_arn: z.string().regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/, 'expected the ARN of a role'),
    /**
     * The external id agreed upon with the account's owner, against the confused-deputy problem. It is not a secret.
     */
    external_id: z
      .string()
      .regex(/^[\w+=,.@:/-]{2,200}$/, 'expected 2 to 200 letters, digits and +=,.@:/-')
      .optional(),
    regions: z.array(region).max(50).optional(),
    /** Name of the role to read every account of the organization with; `role_arn` may then list the accounts. */
    organization_role: z
      .string()
      .regex(/^[\w+=,.@-]{1,64}$/, 'expected the name of a role')
      .optional(),
  }),
  azure: z.strictObject({ directory_id: uuid, client_id: uuid.optional(), management_group: line(90).optional() }),
  gcp: z.strictObject({
    service_account: z
      .string()
      .regex(/^[a-z0-9-]{1,63}@[a-z0-9-]{1,63}\.iam\.gserviceaccount\.com$/, 'expected a service account')
      .optional(),
    workload_identity_provider: z
      .string()
      .regex(/^projects\/[\w-]+\/locations\/[\w-]+\/workloadIdentityPools\/[\w-]+\/providers\/[\w-]+$/, 'expected a provider of a pool')
      .optional(),
  }),
  snowflake: z.strictObject({
    role: z.string().regex(/^[A-Za-z_][\w$]{0,254}$/, 'expected the name of a role'),
    /** The service user of the key; absent: the user that the service's own environment names. */
    user: z
      .string()
      .regex(/^[\w.@$-]{1,255}$/, 'expected the name of a user')
      .optional(),
    warehouse: line(255).optional(),
  }),
} as const satisfies Record<(typeof cloudProviders)[number], z.ZodType>;

/** The provider's own name for the thing that is read: account, subscription, project. */
export const cloudAccounts = {
  aws: /^\d{12}$/,
  azure: /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
  gcp: /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/,
  snowflake: /^[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+){0,3}$/,
} as const satisfies Record<(typeof cloudProviders)[number], RegExp>;

const configuration = z.record(z.string().max(50), z.unknown());

export const cloudConnectionDraft = z.strictObject({
  provider,
  display_name: line(),
  account: line(255),
  configuration,
});

export const cloudConnectionUpdate = z.strictObject({
  display_name: line().optional(),
  configuration: configuration.optional(),
  status: z.enum(['registered', 'disabled']).optional(),
});

const health = z.enum(['unverified', 'healthy', 'degraded', 'unreachable']);

export const cloudConnection = z.object({
  connection_id: z.string(),
  tenant_id: z.string(),
  provider,
  display_name: z.string(),
  account: z.string(),
  configuration,
  status: z.enum(['registered', 'disabled']),
  health,
  last_verified_at: time.nullable(),
  last_error: z.string().nullable(),
  created_by: z.string(),
  created_at: time,
  updated_at: time,
});

const connectionId = z.object({ connection_id: id('con') });
const byAdmin = { role: 'admin', scope: 'admin' } as const;
const byViewer = { role: 'viewer', scope: 'read' } as const;

/** Routes of cloud connections. */
export const cloudRoutes = routeTable({
  createCloudConnection: {
    ...byAdmin,
    method: 'POST',
    path: '/v1/cloud/connections',
    summary: 'Register a read-only connection to a cloud account; unverified until it has been verified',
    audit: 'cloud_connection.create',
    body: cloudConnectionDraft,
    response: cloudConnection,
    status: 201,
    idempotency: 'accepted',
    errors: [409],
  },
  listCloudConnections: {
    ...byViewer,
    method: 'GET',
    path: '/v1/cloud/connections',
    summary: 'List cloud connections, newest first',
    query: z.object({ ...paging, provider: provider.optional(), health: health.optional() }),
    response: paged(cloudConnection),
    status: 200,
  },
  getCloudConnection: {
    ...byViewer,
    method: 'GET',
    path: '/v1/cloud/connections/{connection_id}',
    summary: 'Load one cloud connection',
    params: connectionId,
    response: cloudConnection,
    status: 200,
    errors: [404],
  },
  updateCloudConnection: {
    ...byAdmin,
    method: 'PUT',
    path: '/v1/cloud/connections/{connection_id}',
    summary: 'Change what is given of a cloud connection; a changed configuration is unverified',
    audit: 'cloud_connection.update',
    params: connectionId,
    body: cloudConnectionUpdate,
    response: cloudConnection,
    status: 200,
    errors: [404],
  },
  verifyCloudConnection: {
    ...byAdmin,
    method: 'POST',
    path: '/v1/cloud/connections/{connection_id}/verify',
    summary: 'Open a cloud connection with the identity of this service, and try whether it may only read',
    audit: 'cloud_connection.verify',
    params: connectionId,
    response: cloudConnection,
    status: 200,
    errors: [404, 409],
  },
  deleteCloudConnection: {
    ...byAdmin,
    method: 'DELETE',
    path: '/v1/cloud/connections/{connection_id}',
    summary: 'Delete a cloud connection that no source uses',
    audit: 'cloud_connection.delete',
    params: connectionId,
    status: 204,
    errors: [404, 409],
  },
});
