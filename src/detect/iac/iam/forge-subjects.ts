/** The issuer of tokens of GitHub's workflows. */
export const FORGE = /(?:^|\/)token\.actions\.githubusercontent\.com/;

/** How far trust is bound to a repository: to one (`bound`), to one with parts left open (`loose`), or to less. */
export type Scope = 'bound' | 'loose' | 'open';

/** The scope of a pattern of subjects, `repo:org/name:…`: a wildcard for the organisation or the repository leaves it open. */
export function subjectScope(text: string): Scope {
  const [, repository = '', rest = ''] = /^repo:([^:]*)(.*)$/.exec(text) ?? [];
  if (!/^[^*?/]+\/[^*?/]+$/.test(repository)) return 'open';
  return /^:\*$/.test(rest) ? 'loose' : 'bound';
}
