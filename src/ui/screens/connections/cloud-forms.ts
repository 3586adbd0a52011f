import type { z } from 'zod';
import type { cloudConfigurations } from '../../../api/cloud.js';
import type { Item } from '../../client/queries.js';
import type { FieldSpec, Specs } from '../../parts/spec-fields.js';

export type Provider = Item<'listCloudConnections'>['provider'];

interface ProviderWords<Configuration> {
  label: string;
  /** What the account is called by the provider. */
  account: FieldSpec;
  specs: Specs<Configuration>;
}

/** The forms of a connection, by provider; they follow the schemas of the API. Names of roles and identities only. */
export const cloudForms: { readonly [P in Provider]: ProviderWords<z.input<(typeof cloudConfigurations)[P]>> } = {
  aws: {
    label: 'AWS',
    account: { label: 'Account', placeholder: '123456789012' },
    specs: {
      role_arn: {
        label: 'Role to assume',
        hint: 'Read-only, made with `castellan connect aws --emit terraform`',
        placeholder: 'arn:aws:iam::123456789012:role/castellan-read',
      },
      external_id: { label: 'External id', hint: 'Agreed upon with the owner of the account; it is no secret', optional: true },
      regions: { label: 'Regions', hint: 'One a line; empty: all that are enabled', lines: true, optional: true },
      organization_role: { label: 'Role in each account of the organization', optional: true },
    },
  },
  azure: {
    label: 'Azure',
    account: { label: 'Subscription', placeholder: '00000000-0000-0000-0000-000000000000' },
    specs: {
      directory_id: { label: 'Directory (tenant) id', placeholder: '00000000-0000-0000-0000-000000000000' },
      client_id: { label: 'Client id', hint: 'Of the identity to use; empty: that of the server', optional: true },
      management_group: { label: 'Management group', optional: true },
    },
  },
  gcp: {
    label: 'Google Cloud',
    account: { label: 'Project', placeholder: 'my-project-id' },
    specs: {
      service_account: { label: 'Service account', placeholder: 'reader@my-project-id.iam.gserviceaccount.com', optional: true },
      workload_identity_provider: { label: 'Workload identity provider', placeholder: 'projects/…/providers/…', optional: true },
    },
  },
  snowflake: {
    label: 'Snowflake',
    account: { label: 'Account', placeholder: 'ORG-ACCOUNT' },
    specs: {
      role: { label: 'Role', placeholder: 'CASTELLAN_READ' },
      user: { label: 'User', hint: 'The service user of the server’s key; empty: as its environment names', optional: true },
      warehouse: { label: 'Warehouse', optional: true },
    },
  },
};

export const providers = Object.keys(cloudForms) as Provider[];
