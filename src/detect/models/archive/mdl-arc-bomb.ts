import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Severity } from '../../../model/severity.js';
import type { Rule } from '../../contract/rule.js';
import { hitAt, ofKind } from '../subject/observations.js';

/** A few bytes expand to many: by ratio, by depth, by overlap, or by what the headers claim. */
export const archiveBomb: Rule<ModelFile> = {
  id: 'MDL-ARC-BOMB',
  family: 'models',
  title: 'Archive unpacks to far more than it holds',
  severity: 'high',
  confidence: 'high',
  rationale: 'Unpacking takes memory, disk or time out of all proportion to the size of the file.',
  fix: 'Do not unpack it, or only under limits of size and depth.',
  references: ['CWE-409', 'OWASP LLM03'],
  check: (file) =>
    ofKind(file, 'archive.bomb', 'archive.overlap', 'limit.depth', 'limit.bytes', 'limit.entries').map((observation) =>
      hitAt(file, observation, severityOf(observation)),
    ),
};

/** Only a measured expansion is certain; many levels or shared data may have other reasons. */
function severityOf({ kind }: ModelObservation): Severity | undefined {
  return kind === 'archive.bomb' ? undefined : 'medium';
}
