import type { InstalledReader } from '../contract/installed-reader.js';

interface UnreadEvidence {
  path: RegExp;
  /** What is installed there. */
  what: string;
  /** True: it is no part of the image's own system, so that without it the image is read whole. */
  isElsewhere?: true;
}

/** Bytes that are kept: that the file is there is all it tells. */
const BEGIN = 4_096;

/** Traces of installed packages that no reader understands yet: each is named where it is seen. */
const UNREAD: readonly UnreadEvidence[] = [
  { path: /(?:^|\/)pubspec\.lock$/, what: 'Dart packages' },
  { path: /(?:^|\/)releases\/[^/]+\/mix\.lock$|(?:^|\/)releases\/start_erl\.data$/, what: 'Elixir and Erlang packages of a release' },
  { path: /(?:^|\/)Package\.resolved$/, what: 'Swift packages' },
  { path: /(?:^|\/)luarocks\/rocks-[\d.]+\/[^/]+\/[^/]+\/rock_manifest$/, what: 'a Lua rock' },
  { path: /(?:^|\/)wp-content\/plugins\/([^/]+)\/\1\.php$/, what: 'a plugin of WordPress' },
  { path: /(?:^|\/)perllocal\.pod$/, what: 'Perl modules installed from CPAN' },
  {
    path: /^.+\/(?:var\/lib\/dpkg\/status|lib\/apk\/db\/installed|var\/lib\/rpm\/(?:Packages|Packages\.db|rpmdb\.sqlite))$/,
    what: 'packages of another system in a folder of the image (a chroot, or a copy)',
    isElsewhere: true,
  },
];

/** `lib` may be a link to `usr/lib`: that is the image's own system. */
const OWN = /^usr\/lib\/apk\/db\/installed$/;

/** Package managers whose traces are recognised and not read. */
export const unread: InstalledReader = {
  id: 'unread-packages',
  title: 'Recognised, not read: Dart, Elixir, Swift, Lua, WordPress, Perl, and the packages of a system in a folder of the image',
  ecosystem: '',
  kind: 'language',
  wants: (path) => (evidenceAt(path) ? { most: BEGIN, begin: BEGIN } : undefined),
  read({ path }) {
    const { what, isElsewhere } = evidenceAt(path) ?? { what: 'packages' };
    return {
      packages: [],
      issues: [{ kind: 'unsupported_format', reason: `${what}, which are recognised and not read`, note: true }],
      ...(!isElsewhere && { outcome: 'unsupported' as const }),
    };
  },
};

function evidenceAt(path: string): UnreadEvidence | undefined {
  return OWN.test(path) ? undefined : UNREAD.find((evidence) => evidence.path.test(path));
}
