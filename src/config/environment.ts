/** The process environment, or the one that a test hands in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A setting's value: `SERVICE_<name>`, or its alias `CASTELLAN_<name>`. `SERVICE_` wins when both are
 * given; an empty value counts as not given.
 */
export function readVariable(environment: Environment, name: string): string | undefined {
  return environment[variableOf(environment, name)] || undefined;
}

/** The variable name by which a setting was given; the `SERVICE_` name when it was not given. */
export function variableOf(environment: Environment, name: string): string {
  const alias = `CASTELLAN_${name}`;
  return !environment[`SERVICE_${name}`] && environment[alias] ? alias : `SERVICE_${name}`;
}
