/** `requirements-dev.txt`, `test_requirements.txt`, `constraints.txt`, and the `.in` files they are compiled from. */
const NAMED = /(?:^|\/)(?:[^/]*[-_.])?(?:requirements|constraints)(?:[-_.][^/]*)?\.(?:txt|in)$/i;
/** Any name in a folder called so. */
const IN_FOLDER = /(?:^|\/)(?:requirements|constraints)\/[^/]+\.(?:txt|in)$/i;

/** True for the names requirements files go by; pip itself takes any. */
export function isRequirementsName(path: string): boolean {
  return NAMED.test(path) || IN_FOLDER.test(path);
}
