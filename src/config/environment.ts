/** The process environment, or a stand-in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A setting's value: `SERVICE_<name>`, or its alias `CASTELLAN_<name>`. The literal name of the contract wins when both
 * are given; an empty value counts as not given.
 */
export function readVariable(environment: Environment, name: string): string | undefined {
  return environment[variableOf(environment, name)] || undefined;
}

/** The one of its two names that a setting was given by; the contract's where it was not given. */
export function variableOf(environment: Environment, name: string): string {
  const alias = `CASTELLAN_${name}`;
  return !environment[`SERVICE_${name}`] && environment[alias] ? alias : `SERVICE_${name}`;
}
