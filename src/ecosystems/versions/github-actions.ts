import { defineOrdering } from './ordering.js';
import { comparePrecedence, parseSemver, type SemVersion } from './semver.js';

/** Also `v2-beta`, which the semver grammar would refuse because it has no minor number. */
const SHORT_WITH_PRE = /^(v?[0-9]+(?:\.[0-9]+)?)(-.+)$/;

function parseTag(text: string): SemVersion | undefined {
  const [, short = '', pre = ''] = SHORT_WITH_PRE.exec(text) ?? [];
  const whole = short === '' ? text : `${short}${short.includes('.') ? '.0' : '.0.0'}${pre}`;
  return parseSemver(whole, { v: true, short: true, zeros: true });
}

/** Tags of actions, `v?major[.minor[.patch]][-pre]`. `v4` is read as 4.0.0, the least it can stand for; branches and commits are none. */
export const githubActionsTags = defineOrdering<SemVersion>({
  id: 'GitHub Actions tag',
  parse: parseTag,
  compare: comparePrecedence,
  prerelease: ({ pre }) => pre.length > 0,
  major: ({ release }) => release[0],
});
