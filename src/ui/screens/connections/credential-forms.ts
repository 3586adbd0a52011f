import type { Input } from '../../client/call.js';

type Draft = Input<'createCredential'>['body'];
export type CredentialProvider = Draft['provider'];
export type CredentialMode = Draft['mode'];

export const providerWords: Readonly<Record<CredentialProvider, string>> = {
  aws: 'AWS',
  azure: 'Azure',
  gcp: 'Google Cloud',
  snowflake: 'Snowflake',
  github: 'GitHub',
  gitlab: 'GitLab',
  registry: 'Container registry',
  jira: 'Jira',
  servicenow: 'ServiceNow',
  slack: 'Slack',
  vault: 'Vault',
  other: 'Other',
};

interface ModeWords {
  label: string;
  /** What the reference names. */
  reference: string;
  example: string;
}

export const modeWords: Readonly<Record<CredentialMode, ModeWords>> = {
  role_arn: { label: 'Role of AWS', reference: 'ARN of the role', example: 'arn:aws:iam::123456789012:role/reader' },
  workload_identity: { label: 'Workload identity', reference: 'Name of the identity', example: 'system:serviceaccount:castellan:reader' },
  secret_manager: { label: 'Secret manager', reference: 'Place of the secret', example: 'vault:secret/data/scanner#token' },
  env: { label: 'Environment variable', reference: 'Name of the variable of the server', example: 'SERVICE_JIRA_TOKEN' },
  file: { label: 'Mounted file', reference: 'Path on the server', example: '/run/secrets/jira-token' },
};

export const providerNames = Object.keys(providerWords) as CredentialProvider[];

/** Roles of AWS are of AWS alone. */
export function modesOf(provider: CredentialProvider): readonly CredentialMode[] {
  return (Object.keys(modeWords) as CredentialMode[]).filter((mode) => mode !== 'role_arn' || provider === 'aws');
}
