import type { IacReaderEntry } from '../contract/iac-reader.js';

const CODE = /\.(?:tf|tofu|tfvars)(?:\.json)?$/;
/** Copies of modules and state that Terraform keeps for itself. */
const KEPT = /(?:^|\/)\.(?:terraform|terragrunt-cache)\//;

/** Terraform's and OpenTofu's files by their names. */
export const terraformEntry: IacReaderEntry = {
  id: 'terraform',
  formats: ['terraform'],
  title: '*.tf, *.tofu, *.tf.json, *.tofu.json, *.tfvars',
  matches: (path) => CODE.test(path) && !KEPT.test(path),
  load: async () => (await import('./reader.js')).terraformReader,
};
