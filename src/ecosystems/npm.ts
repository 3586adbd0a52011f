import type { Ecosystem } from './ecosystem.js';
import { pathNames } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { npmSemver } from './versions/semver.js';

const INSTALL: Readonly<Record<string, string>> = {
  'pnpm-lock': 'pnpm update',
  'yarn-classic': 'yarn upgrade',
  'yarn-berry': 'yarn up',
  'bun-lock': 'bun add',
  'deno-lock': 'deno add',
};

/** npm: names are case-sensitive, since old packages have capitals; `%2F` is how registry addresses write the slash of a scope. */
export const npm: Ecosystem = {
  name: 'npm',
  inOsv: true,
  purlType: 'npm',
  ordering: npmSemver,
  nameForm: { form: '@scope/name', fits: (name) => !name.startsWith('@') || /^@[^/]+\/[^/]+$/.test(name) },
  normaliseName: (name) => (name.includes('%') ? name.replace(/%2f/i, '/').replace(/^%40/, '@') : name),
  ...pathNames,
  publicHosts: ['registry.npmjs.org', 'registry.yarnpkg.com', 'registry.npmmirror.com', 'registry.npm.taobao.org'],
  upgradeCommand: (name, version, format = '') => {
    const prefix = format === 'deno-lock' ? 'npm:' : '';
    return `${INSTALL[format] ?? 'npm install'} ${shellWord(`${prefix}${name}@${version}`)}`;
  },
};
