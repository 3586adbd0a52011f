import { limits } from '../../../support/limits.js';

/**
 * White space, controls, invisible characters, and characters that Maven forbids in file names or uses in ranges and
 * properties.
 */
const IMPOSSIBLE = /[\s\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff:"'<>|\\/?*${}()[\],]/;

/** Versions that Maven resolves anew in each build (Maven 2 metaversions). */
const META_VERSIONS = new Set(['LATEST', 'RELEASE']);

/** True when the text can be a group, an artifact or a version. */
export function isCoordinate(text: string): boolean {
  return text !== '' && text.length <= limits.maxNameLength && !IMPOSSIBLE.test(text);
}

/**
 * The single version that a requirement names: a soft one (`1.2`) or a hard one (`[1.2]`). Undefined for ranges and
 * metaversions.
 */
export function exactMavenVersion(requirement: string): string | undefined {
  const text = requirement.trim();
  const version = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1).trim() : text;
  return isCoordinate(version) && !META_VERSIONS.has(version) ? version : undefined;
}

/**
 * The single version that a Gradle requirement names; undefined for ranges, `1.+` and `latest.release`. `!!` makes the
 * part before it strict; the part after it is only a preference within that range, so a range stays a range.
 */
export function exactGradleVersion(requirement: string): string | undefined {
  const [strict = ''] = requirement.split('!!', 1);
  const version = exactMavenVersion(strict);
  return version === undefined || version.endsWith('+') || version.startsWith('latest.') ? undefined : version;
}
