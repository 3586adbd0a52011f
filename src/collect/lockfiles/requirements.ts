import type { LockfileReader } from '../reader.js';
import { RequirementsReading } from './requirements-reading.js';

/** `requirements-dev.txt`, `test_requirements.txt`, `constraints.txt`, and the `.in` files they are compiled from. */
const NAMED = /(?:^|\/)(?:[^/]*[-_.])?(?:requirements|constraints)(?:[-_.][^/]*)?\.(?:txt|in)$/i;
/** Any name in a folder called so. */
const IN_FOLDER = /(?:^|\/)(?:requirements|constraints)\/[^/]+\.(?:txt|in)$/i;

/** True for the names requirements files go by; pip itself takes any. */
export function isRequirementsName(path: string): boolean {
  return NAMED.test(path) || IN_FOLDER.test(path);
}

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
