import type { LockfileReader } from '../../reader.js';
import { isRequirementsName } from '../entries/python/requirements-name.js';
import { RequirementsReading } from '../entries/python/requirements-reading.js';

/** Written by hand, so what it pins it pins, and all else stays a choice. Whether an entry is direct cannot be told: it may be a frozen environment. */
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
