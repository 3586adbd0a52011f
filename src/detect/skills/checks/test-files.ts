/** Names of files that belong to tests, evaluations and the setting up of a database: what they say is done to nobody. */
const OF_TESTS = /(?:^|[\\/._-])(?:tests?|specs?|evals?|migrations?|fixtures?|seeds?)(?:[\\/._-]|$)/i;

export function isOfTests(name: string): boolean {
  return OF_TESTS.test(name);
}
