import type { AiModel } from '../../model/agent.js';
import type { ModelFile } from '../../model/ai-evidence.js';
import type { Fact } from '../../model/finding.js';

/** A missing signature says nothing about a file's content. */
const ABSENT_SIGNATURE: ReadonlySet<string> = new Set(['MDL-SIG-MISSING', 'MDL-SIG-UNCOVERED']);

/**
 * The verdict on a model file from its findings (facts of other files are ignored): unsafe from high on, suspicious
 * from low on. A file that was not read completely is unknown unless something worse was found. Facts of severity info
 * leave it safe.
 */
export function modelVerdict(file: ModelFile, facts: readonly Fact[]): AiModel['verdict'] {
  const judged = facts.filter((fact) => fact.subject === file.ref && !ABSENT_SIGNATURE.has(fact.id));
  const severities = new Set(judged.map((fact) => fact.severity));
  if (severities.has('critical') || severities.has('high')) return 'unsafe';
  if (severities.has('medium') || severities.has('low')) return 'suspicious';
  return file.unread.length > 0 ? 'unknown' : 'safe';
}
