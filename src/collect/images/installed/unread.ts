import type { InstalledReader } from '../contract/installed-reader.js';
import { METADATA } from './sizes.js';

interface UnreadEvidence {
  path: RegExp;
  /** What is installed there. */
  what: string;
}

/** Traces of installed packages that no reader understands yet: each is named where it is seen. */
const UNREAD: readonly UnreadEvidence[] = [
  { path: /(?:^|\/)pubspec\.lock$/, what: 'Dart packages' },
  { path: /(?:^|\/)releases\/[^/]+\/mix\.lock$|(?:^|\/)releases\/start_erl\.data$/, what: 'Elixir and Erlang packages of a release' },
  { path: /(?:^|\/)Package\.resolved$/, what: 'Swift packages' },
  { path: /(?:^|\/)luarocks\/rocks-[\d.]+\/[^/]+\/[^/]+\/rock_manifest$/, what: 'a Lua rock' },
  { path: /(?:^|\/)wp-content\/plugins\/([^/]+)\/\1\.php$/, what: 'a plugin of WordPress' },
  { path: /(?:^|\/)perllocal\.pod$/, what: 'Perl modules installed from CPAN' },
];

/** Package managers whose traces are recognised and not read. */
export const unread: InstalledReader = {
  id: 'unread-packages',
  title: 'Recognised, not read: Dart, Elixir, Swift, Lua, WordPress, Perl',
  ecosystem: '',
  kind: 'language',
  wants: (path) => (evidenceAt(path) ? { most: METADATA } : undefined),
  read({ path }) {
    const what = evidenceAt(path)?.what ?? 'packages';
    return {
      packages: [],
      issues: [{ kind: 'unsupported_format', reason: `${what}, which are recognised and not read`, note: true }],
      outcome: 'unsupported',
    };
  },
};

function evidenceAt(path: string): UnreadEvidence | undefined {
  return UNREAD.find((evidence) => evidence.path.test(path));
}
