import type { IacReaderEntry } from '../contract/iac-reader.js';

export const policiesEntry: IacReaderEntry = {
  id: 'iam',
  formats: ['iam'],
  title: 'IAM policy documents (`*.json`)',
  matches: (path) => path.endsWith('.json'),
  sniff: (head) =>
    /"Statement"\s*:/.test(head) &&
    /"Effect"\s*:\s*"(?:Allow|Deny)"/.test(head) &&
    !/"(?:AWSTemplateFormatVersion|Resources|resource|terraform_version)"\s*:/.test(head),
  load: async () => (await import('./reader.js')).policies,
};
