/**
 * `requirements-dev.txt`, `test_requirements.txt`, `constraints.txt`, and the `.in` files that they are compiled from.
 */
const NAMED = /(?:^|\/)(?:[^/]*[-_.])?(?:requirements|constraints)(?:[-_.][^/]*)?\.(?:txt|in)$/i;
/** Any file in a folder with such a name. */
const IN_FOLDER = /(?:^|\/)(?:requirements|constraints)\/[^/]+\.(?:txt|in)$/i;

/** True for the usual names of requirements files; pip itself accepts any. */
export function isRequirementsName(path: string): boolean {
  return NAMED.test(path) || IN_FOLDER.test(path);
}
