/** The whole environment of this process: for a server that gets what it would get without us, or to look a name up. */
export function ownEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
