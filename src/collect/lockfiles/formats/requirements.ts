import type { LockfileReader } from '../../reader.js';
import { isRequirementsName } from '../entries/python/requirements-name.js';
import { RequirementsReading } from '../entries/python/requirements-reading.js';

/**
 * A hand-written file: pinned requirements count as installed, all others stay a choice. Directness is unknown, because
 * it may be a frozen environment.
 */
export const requirements: LockfileReader = {
  id: 'requirements',
  title: 'requirements.txt and its kin (pip requirements and constraints files)',
  ecosystem: 'PyPI',
  kind: 'manifest',
  resolveHint: 'run `uv pip compile` or `pip-compile`, and scan what it writes',
  matches: isRequirementsName,
  recognises: (head) => /^[A-Za-z0-9][\w.-]*(?:\[[^\]\n]*\])?\s*[=~><]=\s*\d/m.test(head) && !/^\s*[{[<%]/.test(head),
  read: (file, context) => new RequirementsReading(file, context).read(),
};
