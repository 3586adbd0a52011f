/** A value that only names where the secret is kept, or is empty. */
const POINTER = /^(arn:aws[\w-]*:(secretsmanager|ssm):|$)/;

/** Names of variables, and of those whose values are written out; the values go no further. */
export function namesOf(variables: Readonly<Record<string, string>> | undefined): { env_names: string[]; literal_env_names: string[] } {
  const pairs = Object.entries(variables ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    env_names: pairs.map(([name]) => name),
    literal_env_names: pairs.flatMap(([name, value]) => (POINTER.test(value) ? [] : [name])),
  };
}
