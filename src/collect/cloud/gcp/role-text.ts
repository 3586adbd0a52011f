import type { CloudConnection } from '../../../model/cloud.js';
import type { RoleForm } from '../contract/provider.js';
import { gcpReaders, regionalReaders } from './readers/registry.js';

/** The proof asks about the project, and requests count for it. */
const SHARED = ['resourcemanager.projects.get', 'serviceusage.services.use'];

/** Every permission that a request needs. */
export const gcpPermissions: readonly string[] = [
  ...new Set([...SHARED, ...[...gcpReaders, ...regionalReaders].flatMap(({ permissions }) => permissions)]),
].sort();

const SERVICES = ['aiplatform', 'cloudasset', 'cloudresourcemanager', 'iam', 'iamcredentials', 'modelarmor'].map(
  (name) => `${name}.googleapis.com`,
);

/** The custom role and who gets it; CloudFormation knows no Google Cloud. */
export function gcpRoleText(form: RoleForm, { account, configuration }: CloudConnection): string | undefined {
  const named = configuration['service_account'];
  const email = typeof named === 'string' ? named : `castellan@${account}.iam.gserviceaccount.com`;
  if (form === 'cli') return cliText(account, email);
  return form === 'terraform' ? terraformText(account, email) : undefined;
}

function cliText(project: string, email: string): string {
  return [
    `gcloud services enable ${SERVICES.join(' ')} --project=${project}`,
    `gcloud iam service-accounts create ${email.split('@')[0]} --project=${project}`,
    `gcloud iam roles create castellanReader --project=${project} --title="Castellan Reader" \\`,
    `  --permissions=${gcpPermissions.join(',')}`,
    `gcloud projects add-iam-policy-binding ${project} --member=serviceAccount:${email} \\`,
    `  --role=projects/${project}/roles/castellanReader --condition=None`,
    '',
  ].join('\n');
}

function terraformText(project: string, email: string): string {
  const list = (items: readonly string[]) => items.map((item) => `    ${JSON.stringify(item)},`).join('\n');
  return `resource "google_project_service" "castellan" {
  for_each = toset([
${list(SERVICES)}
  ])
  project            = ${JSON.stringify(project)}
  service            = each.key
  disable_on_destroy = false
}

resource "google_service_account" "castellan" {
  project    = ${JSON.stringify(project)}
  account_id = ${JSON.stringify(email.split('@')[0])}
}

resource "google_project_iam_custom_role" "castellan" {
  project = ${JSON.stringify(project)}
  role_id = "castellanReader"
  title   = "Castellan Reader"
  permissions = [
${list(gcpPermissions)}
  ]
}

resource "google_project_iam_member" "castellan" {
  project = ${JSON.stringify(project)}
  role    = google_project_iam_custom_role.castellan.id
  member  = google_service_account.castellan.member
}
`;
}
