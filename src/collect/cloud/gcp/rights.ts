/** Permissions that change nothing (IAM permissions reference: the last part is the verb). */
const READING = /\.(?:get|list|search|query|read|view|export|check|analyze|lookup|fetch|count|aggregate)[A-Za-z]*$/;

/** Reads that hand out credentials, by which anything may be done. */
const CREDENTIALS = /^iam\.serviceAccounts\.get(?:AccessToken|OpenIdToken)$|getCredentials$/;

export function isReadPermission(permission: string): boolean {
  return READING.test(permission) && !CREDENTIALS.test(permission);
}

/** Writing permissions that are tried on the project (`testIamPermissions` takes 100 at most and changes nothing). */
export const triedPermissions: readonly string[] = [
  'aiplatform.endpoints.create',
  'aiplatform.endpoints.predict',
  'aiplatform.models.delete',
  'aiplatform.reasoningEngines.create',
  'artifactregistry.repositories.uploadArtifacts',
  'bigquery.datasets.create',
  'bigquery.tables.updateData',
  'cloudfunctions.functions.create',
  'cloudfunctions.functions.update',
  'compute.firewalls.create',
  'compute.instances.create',
  'compute.instances.setMetadata',
  'container.clusters.update',
  'iam.roles.create',
  'iam.roles.update',
  'iam.serviceAccountKeys.create',
  'iam.serviceAccounts.actAs',
  'iam.serviceAccounts.create',
  'iam.serviceAccounts.getAccessToken',
  'iam.serviceAccounts.setIamPolicy',
  'logging.sinks.create',
  'resourcemanager.projects.delete',
  'resourcemanager.projects.setIamPolicy',
  'resourcemanager.projects.update',
  'run.services.create',
  'run.services.setIamPolicy',
  'secretmanager.secrets.create',
  'secretmanager.versions.access',
  'secretmanager.versions.add',
  'serviceusage.services.enable',
  'storage.buckets.create',
  'storage.buckets.setIamPolicy',
  'storage.buckets.update',
  'storage.objects.create',
  'storage.objects.delete',
];
