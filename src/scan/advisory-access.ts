import { openAdvisories } from '../advisories/database.js';
import type { AdvisoryAccess } from '../model/request.js';
import { describe } from '../support/errors.js';

/** The advisory database at a path. One that cannot be opened is no error yet: online, the OSV API may serve; the scan decides. */
export function advisoryAccess(path: string): AdvisoryAccess {
  try {
    return { source: openAdvisories(path) };
  } catch (error) {
    return { problem: describe(error).split('\n', 1)[0] ?? 'advisory database cannot be opened' };
  }
}
