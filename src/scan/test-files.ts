import type { Fact } from '../model/finding.js';

/** Folders of tests and examples, whose files are neither run in production nor shipped. */
const FOLDERS = new Set(
  'test tests __tests__ spec specs e2e testing testdata test-data test_data test-fixtures test_fixtures testfixtures fixture fixtures __fixtures__ mock mocks __mocks__ example examples sample samples'.split(
    ' ',
  ),
);

/** True for a path of the report that lies in a folder of tests, fixtures or examples; `below` is what the user named as target. */
export function liesInTests(path: string, below = ''): boolean {
  if (/^[~/]|^[a-z]:|^\.\.\//i.test(path)) return false;
  const own = below !== '' && path.startsWith(below) ? path.slice(below.length) : path;
  return own
    .split('/')
    .slice(0, -1)
    .some((folder) => FOLDERS.has(folder.toLowerCase()));
}

/** Marks the facts whose places are all in such folders. `targets` are put before report paths where several are scanned. */
export function markTestFiles(facts: readonly Fact[], targets: readonly string[]): Fact[] {
  const known = new Map<string, boolean>();
  const inTests = (path: string): boolean => {
    const told = known.get(path);
    if (told !== undefined) return told;
    const answer = liesInTests(
      path,
      targets.find((target) => path.startsWith(target)),
    );
    known.set(path, answer);
    return answer;
  };
  return facts.map((fact) =>
    fact.kind !== 'cloud' && fact.locations.length > 0 && fact.locations.every(({ path }) => inTests(path))
      ? { ...fact, context: 'test' as const }
      : fact,
  );
}
