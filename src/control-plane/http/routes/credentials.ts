import type { credentialRoutes } from '../../../api/credentials.js';
import { refuseSecretReference } from '../../credentials/refuse-secrets.js';
import { validateCredential } from '../../credentials/validate.js';
import { Conflict, NotFound } from '../../failures.js';
import { timeOf } from '../../ground/ground.js';
import { newId } from '../../ids.js';
import { CredentialRepository, type CredentialRow } from '../../store/credentials.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { Handlers } from '../call.js';
import { pageRequest } from '../page-request.js';

export const credentialHandlers: Handlers<typeof credentialRoutes> = {
  createCredential: async ({ store, body, principal, plane }) => {
    const { display_name = null, description = null, owner = principal.subject, labels = {}, scope = {}, expires_at = null } = body;
    refuseSecretReference(body);
    const now = timeOf(plane);
    const row: CredentialRow = {
      tenant_id: store.tenantId,
      credential_ref_id: newId('crd'),
      provider: body.provider,
      mode: body.mode,
      external_ref: body.external_ref,
      display_name,
      description,
      owner,
      labels,
      scope,
      status: 'active',
      health: 'unknown',
      last_validated_at: null,
      last_validation: null,
      expires_at,
      created_at: now,
      updated_at: now,
    };
    await new CredentialRepository(store).create(row);
    const headers = { location: `/v1/credentials/${row.credential_ref_id}` };
    return { body: shown(row), headers, audit: note(row) };
  },
  listCredentials: async (call) => {
    const credentials = new CredentialRepository(call.store);
    const page = await credentials.list(call.query, pageRequest(call, 'credentials'), shown);
    const attached = await credentials.attachedTo(page.items.map(({ credential_ref_id }) => credential_ref_id));
    const items = page.items.map((one) => ({ ...one, attached_sources: attached.get(one.credential_ref_id) ?? [] }));
    return { body: { ...page, items } };
  },
  getCredential: async ({ store, params }) => {
    const row = await requireCredential(store, params.credential_ref_id);
    const attached_sources = await new CredentialRepository(store).attachedSources(row.credential_ref_id);
    return { body: { ...shown(row), attached_sources } };
  },
  updateCredential: async ({ store, params, body, plane }) => {
    const row = await requireLocked(store, params.credential_ref_id);
    if (row.status === 'retired') throw new Conflict('a retired credential reference cannot be changed');
    const { labels, scope, ...rest } = body;
    if (rest.external_ref !== undefined) refuseSecretReference({ ...row, external_ref: rest.external_ref });
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const moved = rest.external_ref !== undefined && rest.external_ref !== row.external_ref;
    const changed: CredentialRow = {
      ...row,
      ...given,
      labels: labels ?? row.labels,
      scope: scope ?? row.scope,
      // The test result of the old reference does not apply to the new one.
      ...(moved && { health: 'unknown', last_validated_at: null, last_validation: null }),
      updated_at: timeOf(plane),
    };
    await new CredentialRepository(store).update(row.credential_ref_id, changed);
    return { body: shown(changed), audit: note(changed) };
  },
  testCredential: {
    prepare: async ({ plane, params, principal }) => {
      const tested = await plane.store.read(principal.tenantId, (store) => requireCredential(store, params.credential_ref_id));
      const { validation, health } = await validateCredential(tested, plane);
      return async ({ store }) => {
        const row = await requireLocked(store, params.credential_ref_id);
        const { tested_at: last_validated_at, status } = validation;
        // A reference that was changed meanwhile has not been tested.
        if (row.external_ref === tested.external_ref) {
          await new CredentialRepository(store).update(row.credential_ref_id, { health, last_validated_at, last_validation: validation });
        }
        return { body: validation, audit: { target_id: row.credential_ref_id, details: { status, health } } };
      };
    },
  },
  deleteCredential: async ({ store, params, plane }) => {
    const row = await requireLocked(store, params.credential_ref_id);
    if (row.status === 'retired') throw new NotFound('credential reference');
    const credentials = new CredentialRepository(store);
    const attached = await credentials.attachedSources(row.credential_ref_id);
    if (attached.length > 0) throw new Conflict(`sources are attached to this credential reference: ${attached.length}`);
    const retired = { ...row, status: 'retired', updated_at: timeOf(plane) };
    await credentials.update(row.credential_ref_id, retired);
    return { audit: note(retired) };
  },
};

async function requireCredential(store: TenantStore, credentialId: string): Promise<CredentialRow> {
  const row = await new CredentialRepository(store).find(credentialId);
  if (!row) throw new NotFound('credential reference');
  return row;
}

async function requireLocked(store: TenantStore, credentialId: string): Promise<CredentialRow> {
  const row = await new CredentialRepository(store).lock(credentialId);
  if (!row) throw new NotFound('credential reference');
  return row;
}

function note({ credential_ref_id, provider, mode, status }: CredentialRow) {
  return { target_id: credential_ref_id, details: { provider, mode, status } };
}

function shown(row: CredentialRow) {
  return { ...row, scope: row.scope ?? {} };
}
