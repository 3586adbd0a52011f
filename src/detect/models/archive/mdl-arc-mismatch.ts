import type { ModelFile } from '../../../model/ai-evidence.js';
import type { Rule, RuleInfo } from '../../contract/rule.js';
import { hitAt, ofKind } from '../subject/observations.js';

const shared = { family: 'models', confidence: 'high' } as const satisfies Partial<RuleInfo>;

/** Headers that contradict each other or the data: loaders ignore this, scanners fail on it. */
export const archiveMismatch: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-ARC-MISMATCH',
  title: 'Archive headers lie about a member',
  severity: 'medium',
  rationale: 'Name, method, size, flags or checksum disagree, so scanner and loader may read different things. All readings were judged.',
  fix: 'Have the file written again with a common tool; no model writer makes such headers.',
  references: ['CWE-345', 'CVE-2025-1944', 'CVE-2025-1945', 'CVE-2025-10156'],
  check: (file) => ofKind(file, 'archive.mismatch').map((observation) => hitAt(file, observation)),
};

/** Members that cannot be inspected. */
export const archiveOpaque: Rule<ModelFile> = {
  ...shared,
  id: 'MDL-ARC-OPAQUE',
  title: 'Archive has members that cannot be read',
  severity: 'none',
  rationale: 'Encrypted, cut off or packed by a method that is not read: nothing can be said about the content.',
  fix: 'Unpack it with the proper tool and scan the result.',
  references: ['CWE-345', 'MITRE ATLAS AML.T0074'],
  check: (file) => [
    ...ofKind(file, 'archive.opaque').map((observation) => hitAt(file, observation)),
    ...ofKind(file, 'archive.7z').map((observation) => hitAt(file, observation, 'low')),
  ],
};
