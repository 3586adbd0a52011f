import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule, RuleInfo } from '../../contract/rule.js';
import { hitAt, ofKind } from '../subject/observations.js';

const shared = {
  family: 'models',
  severity: 'high',
  confidence: 'high',
  fix: 'Do not unpack the archive, or only with a tool that refuses names and links that leave the folder.',
} as const satisfies Partial<RuleInfo>;

/** A member's name leads out of the folder into which the archive is unpacked. */
export const archiveTraversal: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-ARC-TRAVERSAL',
  title: 'Archive writes outside its folder',
  rationale: 'A member is named by a path that leaves the folder of extraction, so unpacking overwrites files elsewhere.',
  references: ['CWE-22', 'OWASP LLM03', 'MITRE ATLAS AML.T0010.003'],
  check: (file) => ofKind(file, 'archive.traversal').map((observation) => hitAt(file, observation)),
};

/** A link leads out of the folder, or a member is written through a link. */
export const archiveLink: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-ARC-LINK',
  title: 'Archive reaches outside its folder through a link',
  rationale: 'A link points out of the folder of extraction, so later members or readers go where it leads.',
  references: ['CWE-59', 'CWE-22', 'OWASP LLM03', 'MITRE ATLAS AML.T0010.003'],
  check: (file) => ofKind(file, 'archive.link').map((observation) => hitAt(file, observation)),
};
