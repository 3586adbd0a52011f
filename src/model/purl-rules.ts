import type { Purl } from './purl-parts.js';

/** The rules of one purl type beyond the common syntax (purl-spec, `types/<type>-definition`). */
export interface PurlRule {
  /** Parts in which upper and lower case mean the same. */
  lower?: readonly ('namespace' | 'name' | 'version')[];
  namespace?: 'required' | 'none';
  /** True when qualifier keys must already be in lower case. */
  strictKeys?: true;
  /** True when the name is a path: the first segment alone is the namespace. */
  pathName?: true;
  /** The canonical name, after `lower`. */
  name?(name: string, purl: Purl): string;
  /** Why the purl is none of this type; undefined when it is one. */
  problem?(purl: Purl): string | undefined;
}

const NAMESPACE_AND_NAME: PurlRule = { lower: ['namespace', 'name'] };
const NO_NAMESPACE: PurlRule = { namespace: 'none' };

const rules: ReadonlyMap<string, PurlRule> = new Map<string, PurlRule>([
  ['alpm', NAMESPACE_AND_NAME],
  ['apk', NAMESPACE_AND_NAME],
  ['bazel', NO_NAMESPACE],
  ['bitbucket', NAMESPACE_AND_NAME],
  ['bitnami', { ...NO_NAMESPACE, lower: ['name'] }],
  ['brew', NAMESPACE_AND_NAME],
  ['cargo', NO_NAMESPACE],
  ['chrome-extension', { ...NO_NAMESPACE, problem: chromeProblem }],
  ['cocoapods', NO_NAMESPACE],
  ['composer', NAMESPACE_AND_NAME],
  ['conda', NO_NAMESPACE],
  ['cpan', { problem: ({ name }) => (name.includes('::') ? 'a cpan name is a distribution, not a module with "::"' : undefined) }],
  ['cran', NO_NAMESPACE],
  ['deb', NAMESPACE_AND_NAME],
  ['gem', NO_NAMESPACE],
  ['git', { lower: ['namespace'], pathName: true, name: (name, { namespace }) => (isGithub(namespace) ? name.toLowerCase() : name) }],
  ['github', NAMESPACE_AND_NAME],
  ['gitlab', NAMESPACE_AND_NAME],
  ['hackage', NO_NAMESPACE],
  ['hex', NAMESPACE_AND_NAME],
  ['huggingface', { lower: ['version'] }],
  ['julia', NO_NAMESPACE],
  ['luarocks', { lower: ['version'] }],
  ['mlflow', { ...NO_NAMESPACE, name: mlflowName }],
  ['nuget', NO_NAMESPACE],
  ['oci', { ...NO_NAMESPACE, lower: ['name'] }],
  ['opam', NO_NAMESPACE],
  ['otp', { ...NO_NAMESPACE, lower: ['name'] }],
  ['pub', { ...NO_NAMESPACE, lower: ['name'], name: (name) => name.replaceAll('-', '_') }],
  ['pypi', { ...NO_NAMESPACE, lower: ['name'], name: (name) => name.replaceAll('_', '-') }],
  ['qpkg', { lower: ['namespace'] }],
  ['rpm', { lower: ['namespace'], strictKeys: true }],
  ['swift', { namespace: 'required' }],
  ['vcpkg', NO_NAMESPACE],
  ['vscode-extension', { ...NAMESPACE_AND_NAME, namespace: 'required' }],
]);

/** The rules of a type in lower case; undefined for types without any (npm, golang and maven names are case-sensitive as they are). */
export function purlRule(type: string): PurlRule | undefined {
  return rules.get(type);
}

function chromeProblem({ name, version }: Purl): string | undefined {
  if (!/^[a-p]{32}$/.test(name)) return 'a chrome-extension name is 32 letters from a to p';
  if (version !== undefined && !/^\d{1,10}(?:\.\d{1,10}){0,3}$/.test(version)) return 'a chrome-extension version is one to four numbers';
  return undefined;
}

function isGithub(namespace: string | undefined): boolean {
  return namespace === 'github' || namespace === 'github.com';
}

/** Databricks ignores case in model names, Azure ML does not. */
function mlflowName(name: string, { qualifiers }: Purl): string {
  return qualifiers?.['repository_url']?.includes('databricks') ? name.toLowerCase() : name;
}
