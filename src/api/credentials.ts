import { z } from 'zod';
import { id, labels, line, moment, paged, paging, text, time } from './fields.js';
import { routeTable } from './route.js';

export const credentialProviders = [
  'aws',
  'azure',
  'gcp',
  'snowflake',
  'github',
  'gitlab',
  'registry',
  'jira',
  'servicenow',
  'slack',
  'vault',
  'other',
] as const;
const provider = z.enum(credentialProviders);

export const credentialModes = ['role_arn', 'workload_identity', 'secret_manager', 'env', 'file'] as const;
const mode = z.enum(credentialModes);
const status = z.enum(['active', 'disabled', 'retired']);
const health = z.enum(['unknown', 'healthy', 'degraded', 'unreachable', 'expired']);

const editable = {
  display_name: line().nullable().optional(),
  description: text(2000).nullable().optional(),
  owner: line().optional(),
  labels: labels.optional(),
  /** What the credential gives access to, in the provider's terms: account, project, repository. */
  scope: labels.optional(),
  expires_at: moment.nullable().optional(),
};

/** `external_ref` names a role, the place of a secret, a variable or a file; never the secret itself. */
export const credentialDraft = z.strictObject({ ...editable, provider, mode, external_ref: line(1000) });

export const credentialUpdate = z.strictObject({
  ...editable,
  external_ref: line(1000).optional(),
  status: z.enum(['active', 'disabled']).optional(),
});

const check = z.object({
  name: z.enum(['lifecycle', 'shape', 'default_identity']),
  /** Null when it was not checked; `message` says why. */
  ok: z.boolean().nullable(),
  message: z.string(),
});

export const validation = z.object({
  /** `shape_only`: the reference is well formed; the provider was not asked. */
  status: z.enum(['passed', 'failed', 'shape_only']),
  checks: z.array(check),
  tested_at: time,
});

export const credential = z.object({
  credential_ref_id: z.string(),
  tenant_id: z.string(),
  provider,
  mode,
  external_ref: z.string(),
  display_name: z.string().nullable(),
  description: z.string().nullable(),
  owner: z.string(),
  labels,
  scope: labels,
  status,
  health,
  last_validated_at: time.nullable(),
  last_validation: validation.nullable(),
  expires_at: time.nullable(),
  created_at: time,
  updated_at: time,
});

const credentialId = z.object({ credential_ref_id: id('crd') });

/** Field that names a secret. Its shape is checked by the rules of its provider and mode. */
const REFERENCE = ['external_ref'];

/** Routes of credential references. */
export const credentialRoutes = routeTable({
  createCredential: {
    method: 'POST',
    path: '/v1/credentials',
    summary: 'Create a reference to a credential that is kept elsewhere',
    role: 'admin',
    scope: 'admin',
    audit: 'credential.create',
    texts: REFERENCE,
    body: credentialDraft,
    response: credential,
    status: 201,
    idempotency: 'accepted',
    errors: [409],
  },
  listCredentials: {
    method: 'GET',
    path: '/v1/credentials',
    summary: 'List credential references, newest first',
    role: 'viewer',
    scope: 'read',
    query: z.object({ ...paging, provider: provider.optional(), status: status.optional(), health: health.optional() }),
    response: paged(credential.extend({ attached_sources: z.array(z.string()) })),
    status: 200,
  },
  getCredential: {
    method: 'GET',
    path: '/v1/credentials/{credential_ref_id}',
    summary: 'Load one credential reference with the sources it is attached to',
    role: 'viewer',
    scope: 'read',
    params: credentialId,
    response: credential.extend({ attached_sources: z.array(z.string()) }),
    status: 200,
    errors: [404],
  },
  updateCredential: {
    method: 'PUT',
    path: '/v1/credentials/{credential_ref_id}',
    summary: 'Change what is given of a credential reference; a retired one stays as it is',
    role: 'admin',
    scope: 'admin',
    audit: 'credential.update',
    params: credentialId,
    texts: REFERENCE,
    body: credentialUpdate,
    response: credential,
    status: 200,
    errors: [404, 409],
  },
  testCredential: {
    method: 'POST',
    path: '/v1/credentials/{credential_ref_id}/test',
    summary: "Check the shape of a reference and, for clouds, this service's own identity; nothing that is referenced is read",
    role: 'analyst',
    scope: 'scan',
    audit: 'credential.test',
    params: credentialId,
    response: validation,
    status: 200,
    errors: [404],
  },
  deleteCredential: {
    method: 'DELETE',
    path: '/v1/credentials/{credential_ref_id}',
    summary: 'Retire a credential reference that no source is attached to',
    role: 'admin',
    scope: 'admin',
    audit: 'credential.delete',
    params: credentialId,
    status: 204,
    errors: [404, 409],
  },
});
