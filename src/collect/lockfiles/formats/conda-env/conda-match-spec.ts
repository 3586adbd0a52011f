import { limits } from '../../../../support/limits.js';

/** A conda match spec as far as it names a package and, perhaps, one version. */
export interface MatchSpec {
  name: string;
  version: string | null;
  /** Version part as written. */
  requirement: string;
}

/** Operators, versions, builds and alternatives: a version part has no other characters. */
const REQUIREMENT = /^[\s\w.,|*+!<>=~()^$'"-]*$/;

/** Channel, subdirectory and name; what follows is the version part or brackets. */
const SPEC = /^(?:[^\s:[\]]+::?)?(?:[^\s:[\]]*:)?([A-Za-z0-9_][A-Za-z0-9_.-]*)\s*(.*)$/;

/**
 * Reads a match spec (conda's `MatchSpec`): `channel::name`, then a version by `=`, `==` or white space, a build, brackets.
 * `==1.2`, `=1.2=build` and `1.2 build` name one version. A single `=` without a build matches all that begin so: it counts as
 * exact where three or more numbers leave nothing but a patch of the patch.
 */
export function matchSpec(text: string): MatchSpec | undefined {
  const match = SPEC.exec(text.trim());
  const name = match?.[1];
  if (!match || name === undefined || name.length > limits.maxNameLength) return undefined;
  const [plain = '', bracket] = splitAt(match[2] ?? '', '[');
  const inBrackets = /(?:^|[,\s])version=(?:"([^"]*)"|'([^']*)'|([^,\]\s]*))/.exec(bracket ?? '');
  // A hyphen between blanks is the next entry of a list whose indentation went wrong.
  if (!REQUIREMENT.test(plain) || /(?:^|\s)-\s/.test(plain)) return undefined;
  const requirement = inBrackets ? (inBrackets[1] ?? inBrackets[2] ?? inBrackets[3] ?? '') : plain.trim();
  return { name: name.toLowerCase(), version: exact(requirement), requirement };
}

/** Patterns, ranges and alternatives fail the form and so leave a choice. */
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
