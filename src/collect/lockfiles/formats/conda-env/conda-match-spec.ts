import { limits } from '../../../../support/limits.js';

/** The parts of a conda match spec that name a package and, perhaps, one version. */
export interface MatchSpec {
  name: string;
  version: string | null;
  /** The version part as written. */
  requirement: string;
}

/** The characters that a version part can have: those of operators, versions, builds and alternatives. */
const REQUIREMENT = /^[\s\w.,|*+!<>=~()^$'"-]*$/;

/** Channel, subdirectory and name, followed by the version part or brackets. */
const SPEC = /^(?:[^\s:[\]]+::?)?(?:[^\s:[\]]*:)?([A-Za-z0-9_][A-Za-z0-9_.-]*)\s*(.*)$/;

/**
 * Reads a match spec (conda's `MatchSpec`): `channel::name`, then a version by `=`, `==` or white space, a build,
 * brackets. `==1.2`, `=1.2=build` and `1.2 build` name one version. A single `=` without a build is a prefix match: it
 * counts as exact when it has three or more numbers.
 */
export function matchSpec(text: string): MatchSpec | undefined {
  const match = SPEC.exec(text.trim());
  const name = match?.[1];
  if (!match || name === undefined || name.length > limits.maxNameLength) return undefined;
  const [plain = '', bracket] = splitAt(match[2] ?? '', '[');
  const inBrackets = /(?:^|[,\s])version=(?:"([^"]*)"|'([^']*)'|([^,\]\s]*))/.exec(bracket ?? '');
  // A hyphen between blanks begins the next entry of a list whose indentation is wrong.
  if (!REQUIREMENT.test(plain) || /(?:^|\s)-\s/.test(plain)) return undefined;
  const requirement = inBrackets ? (inBrackets[1] ?? inBrackets[2] ?? inBrackets[3] ?? '') : plain.trim();
  return { name: name.toLowerCase(), version: exact(requirement), requirement };
}

/** The exact version; patterns, ranges and alternatives do not have its form and leave a choice. */
function exact(requirement: string): string | null {
  const match = /^(==|=)?\s*(\d[A-Za-z0-9_.!+-]*)(?:(?:\s*=\s*|\s+)([^\s=]+))?$/.exec(requirement);
  const [, operator, version, build] = match ?? [];
  if (version === undefined || version.length > limits.maxNameLength) return null;
  return operator === '=' && build === undefined && version.split('.').length < 3 ? null : version;
}

function splitAt(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
