import { openAdvisories } from '../advisories/database.js';
import type { AdvisoryAccess } from '../model/request.js';
import { CastellanError, describe } from '../support/errors.js';
import { isThere } from '../system/stored-file.js';

/**
 * The advisory database at a path. A database that cannot be opened is no error yet, because the OSV API may serve instead; the scan
 * decides.
 */
export function advisoryAccess(path: string): AdvisoryAccess {
  try {
    return { source: openAdvisories(path) };
  } catch (error) {
    const problem = describe(error).split('\n', 1)[0] ?? 'advisory database cannot be opened';
    const remedy = error instanceof CastellanError ? error.hint : undefined;
    return { problem, unusable: isThere(path), ...(remedy !== undefined && { remedy }) };
  }
}
