/** Languages of scripts. `other` are those that are read by their words alone. */
export type CodeLanguage = 'python' | 'javascript' | 'shell' | 'batch' | 'make' | 'dockerfile' | 'registry' | 'powershell' | 'other';

const BY_SUFFIX: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/\.pyw?$/i, 'python'],
  [/\.(?:m|c)?[jt]sx?$/i, 'javascript'],
  [/\.(?:sh|bash|zsh|ksh|command|fish)$/i, 'shell'],
  [/\.(?:bat|cmd)$/i, 'batch'],
  [/\.psm?1$/i, 'powershell'],
  [/\.(?:rb|pl|php|lua|go|rs)$/i, 'other'],
];

/** Files that hold commands, though they are no scripts by their names. */
const CARRIERS: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/\.reg$/i, 'registry'],
  [/\.rake$|(?:^|[\\/])(?:Rakefile|Gemfile|Guardfile|Vagrantfile|Podfile|Brewfile|Fastfile)$/i, 'other'],
  [/(?:^|[\\/])(?:GNU)?makefile$|\.(?:mk|make)$|(?:^|[\\/])\.?justfile$/i, 'make'],
  [/(?:^|[\\/])(?:Dockerfile|Containerfile)[^\\/]*$|\.(?:dockerfile|containerfile)$/i, 'dockerfile'],
];

const BY_NAME = [...BY_SUFFIX, ...CARRIERS];

const BY_INTERPRETER: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/python/, 'python'],
  [/\b(?:node|deno|bun|tsx)\b/, 'javascript'],
  [/\b(?:ba|z|da|k)?sh\b/, 'shell'],
  [/pwsh|powershell/, 'powershell'],
  [/ruby|perl|php|lua/, 'other'],
];

/** True for a file that holds commands, though it is no script by its name. */
export function holdsCommands(name: string): boolean {
  return CARRIERS.some(([pattern]) => pattern.test(name));
}

/** The language of a script, by the end of its name or its first line. */
export function scriptLanguage(name: string, text: string): CodeLanguage | undefined {
  const known = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  if (known !== undefined) return known;
  const line = /^#!.*/.exec(text)?.[0];
  return line === undefined ? undefined : BY_INTERPRETER.find(([pattern]) => pattern.test(line))?.[1];
}
