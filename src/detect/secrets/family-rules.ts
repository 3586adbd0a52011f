import type { Severity } from '../../model/severity.js';

/** Secrets that no provider's shape gives away. */
export interface SecretFamily {
  id: string;
  severity: Severity;
  title: string;
  /** Where it is made worthless. */
  revoke: string;
}

const NEW_PASSWORD = 'set a new password at the service that it opens';

export const secretFamilies: readonly SecretFamily[] = [
  {
    id: 'secret-private-key',
    severity: 'critical',
    title: 'Private key',
    revoke: 'make a new key pair, and take the public key out of every place that trusts it',
  },
  {
    id: 'secret-jwt',
    severity: 'medium',
    title: 'JSON Web Token',
    revoke: 'end the session, or change the key that its issuer signs with',
  },
  { id: 'secret-connection-string', severity: 'high', title: 'Password in a connection string', revoke: NEW_PASSWORD },
  { id: 'secret-url-credentials', severity: 'high', title: 'Password in an address', revoke: NEW_PASSWORD },
  { id: 'secret-basic-auth', severity: 'high', title: 'Password in a Basic header', revoke: NEW_PASSWORD },
  { id: 'secret-bearer-header', severity: 'high', title: 'Token in an Authorization header', revoke: 'revoke the token at its issuer' },
  { id: 'secret-curl-user', severity: 'high', title: 'Password on the command line of curl', revoke: NEW_PASSWORD },
  { id: 'secret-npmrc', severity: 'critical', title: 'Credential of an npm registry', revoke: 'revoke the token in the registry' },
  { id: 'secret-pypirc', severity: 'critical', title: 'Password of a Python package index', revoke: 'revoke it in the index' },
  { id: 'secret-netrc', severity: 'high', title: 'Password in .netrc', revoke: NEW_PASSWORD },
  {
    id: 'secret-git-credentials',
    severity: 'critical',
    title: 'Password that git stored',
    revoke: 'revoke it at the host of the repositories',
  },
  { id: 'secret-pgpass', severity: 'high', title: 'Password file of a database client', revoke: NEW_PASSWORD },
  { id: 'secret-maven-settings', severity: 'critical', title: 'Password of a Maven server', revoke: 'revoke it in the repository manager' },
  { id: 'secret-nuget-config', severity: 'critical', title: 'Password of a NuGet source', revoke: 'revoke it at the source' },
  { id: 'secret-docker-auth', severity: 'critical', title: 'Credential of a container registry', revoke: 'revoke it in the registry' },
  {
    id: 'secret-kubeconfig',
    severity: 'critical',
    title: 'Credential of a Kubernetes cluster',
    revoke: 'revoke the token or certificate in the cluster',
  },
  {
    id: 'secret-rails-master-key',
    severity: 'critical',
    title: 'Master key of Rails credentials',
    revoke: 'encrypt the credentials anew with another key, and replace each of them',
  },
  {
    id: 'secret-gcp-service-account',
    severity: 'critical',
    title: 'Key of a Google Cloud service account',
    revoke: 'delete the key of the service account in IAM',
  },
  { id: 'secret-kubernetes-secret', severity: 'high', title: 'Value of a Kubernetes Secret', revoke: 'replace what the value opens' },
  { id: 'secret-generic-password', severity: 'medium', title: 'Password', revoke: NEW_PASSWORD },
  { id: 'secret-generic-token', severity: 'medium', title: 'Token or key', revoke: 'revoke it at the service that issued it' },
];
