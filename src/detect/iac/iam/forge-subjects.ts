/** The issuers of tokens for workflows of GitHub and pipelines of GitLab, where everybody may have a repository. */
export const FORGE = /(?:^|\/)(?:token\.actions\.githubusercontent\.com|gitlab\.com)(?=$|[/:])/;

/** How far trust is bound to a repository: to one (`bound`), to one with parts left open (`loose`), or to less. */
export type Scope = 'bound' | 'loose' | 'open';

/** The scope of a pattern of subjects, `repo:org/name:…` or `project_path:group/name:…`: a wildcard for the organisation or the repository leaves it open. */
export function subjectScope(text: string): Scope {
  const [, repository = '', rest = ''] = /^(?:repo|project_path):([^:]*)(.*)$/.exec(text) ?? [];
  if (!/^[^*?/]+(?:\/[^*?/]+)+$/.test(repository)) return 'open';
  return /^:\*$/.test(rest) ? 'loose' : 'bound';
}
