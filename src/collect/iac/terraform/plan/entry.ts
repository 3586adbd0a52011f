import type { IacReaderEntry } from '../../contract/iac-reader.js';

/** How plans are named that Terraform wrote itself, which only Terraform reads. */
const BINARY = /(?:^|\/)(?:tfplan|plan\.out)$|\.tfplan$/;

/** Plans by what stands in their head: `terraform show -json`, and the archive of `terraform plan -out`. */
export const terraformPlanEntry: IacReaderEntry = {
  id: 'terraform-plan',
  formats: ['terraform-plan'],
  title: 'plans as JSON (`terraform show -json tfplan > tfplan.json`)',
  matches: (path) => (path.endsWith('.json') && !/\.(?:tf|tofu|tfvars)\.json$/.test(path)) || BINARY.test(path),
  sniff: (head) => head.startsWith('PK\u0003\u0004') || isPlan(head),
  load: async () => (await import('./reader.js')).terraformPlanReader,
};

function isPlan(head: string): boolean {
  return (
    /^\s*\{\s*"/.test(head) &&
    /"format_version"\s*:\s*"\d/.test(head) &&
    /"(?:terraform_version|planned_values|resource_changes)"\s*:/.test(head) &&
    !head.includes('"provider_schemas"')
  );
}
