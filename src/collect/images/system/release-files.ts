import { InputError } from '../../../support/errors.js';
import { parseOsRelease } from '../../os/os-release.js';
import type { ImageTree } from '../contract/image-tree.js';

/** What the release files of an image say. */
export interface Release {
  /** os-release's `ID`, in lower case: `debian`, `rhel`, `opensuse-leap`. */
  id: string;
  /** As written; null where the distribution states none. */
  version: string | null;
  codename?: string;
  /** CentOS Stream, which shares its id with CentOS. */
  isStream?: true;
  /** A derivative's parent with its codename, where the derivative keeps the parent's packages. */
  parent?: { id: string; codename: string };
}

const OS_RELEASE = ['etc/os-release', 'usr/lib/os-release'];

/** Files of one line, from before os-release was common, with what names the distribution in it. */
const REDHAT_LIKE = [
  'etc/centos-release',
  'etc/rocky-release',
  'etc/almalinux-release',
  'etc/oracle-release',
  'etc/fedora-release',
  'etc/redhat-release',
  'etc/system-release',
];

/** Every path that `releaseOf` reads. */
export const RELEASE_FILES: readonly string[] = [
  ...OS_RELEASE,
  'etc/alpine-release',
  'etc/debian_version',
  ...REDHAT_LIKE,
  'etc/SuSE-release',
  'etc/photon-release',
];

/** The release in the image's own system, from the first file that is there and names one. Links are followed inside of the image. */
export function releaseOf(tree: ImageTree): Release | undefined {
  for (const path of OS_RELEASE) {
    const text = textAt(tree, path);
    const found = text === undefined ? undefined : fromOsRelease(text, textAt(tree, 'etc/debian_version'));
    if (found) return found;
  }
  return fromOldFiles(tree);
}

/** Distributions built on another one's packages, which they take as they are. */
const KEEP_PARENTS_PACKAGES: ReadonlySet<string> = new Set(['linuxmint', 'pop', 'zorin', 'elementary', 'neon']);

function fromOsRelease(text: string, debianVersion: string | undefined): Release | undefined {
  const values = parseOsRelease(text);
  const id = values.get('ID')?.toLowerCase();
  if (!id) return undefined;
  const version = values.get('VERSION_ID') || null;
  const codename = values.get('VERSION_CODENAME') || codenameOf(values.get('VERSION') ?? '');
  const release: Release = { id, version, ...(codename && { codename }) };
  if (id === 'debian' && version === null) return { ...release, ...unreleased(debianVersion ?? '') };
  if (/\bstream\b/i.test(values.get('NAME') ?? '')) release.isStream = true;
  const parent = KEEP_PARENTS_PACKAGES.has(id) ? parentOf(values) : undefined;
  return parent ? { ...release, parent } : release;
}

function parentOf(values: ReadonlyMap<string, string>): Release['parent'] {
  const ubuntu = values.get('UBUNTU_CODENAME');
  const debian = values.get('DEBIAN_CODENAME');
  if (ubuntu) return { id: 'ubuntu', codename: ubuntu };
  return debian ? { id: 'debian', codename: debian } : undefined;
}

/** `12 (bookworm)`, `22.04.1 LTS (Jammy Jellyfish)`: the first word, in lower case. */
function codenameOf(version: string): string | undefined {
  return /\(([A-Za-z]{1,40})[^()]{0,60}\)/.exec(version)?.[1]?.toLowerCase();
}

/** Debian's testing and unstable say `forky/sid`, and are no release. */
function unreleased(debianVersion: string): Partial<Release> {
  const [, codename] = /^([a-z]{1,40})\/sid\b/.exec(debianVersion.trim()) ?? [];
  return codename ? { codename } : {};
}

function fromOldFiles(tree: ImageTree): Release | undefined {
  const alpine = firstLine(tree, 'etc/alpine-release');
  if (alpine) return { id: 'alpine', version: alpine };
  const debian = firstLine(tree, 'etc/debian_version');
  if (debian) return /^\d/.test(debian) ? { id: 'debian', version: debian } : { id: 'debian', version: null, ...unreleased(debian) };
  for (const path of REDHAT_LIKE) {
    const found = fromSentence(firstLine(tree, path) ?? '');
    if (found) return found;
  }
  return fromSuse(textAt(tree, 'etc/SuSE-release') ?? '') ?? fromPhoton(firstLine(tree, 'etc/photon-release') ?? '');
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^CentOS\b/, 'centos'],
  [/^Red Hat\b/, 'rhel'],
  [/^Rocky\b/, 'rocky'],
  [/^AlmaLinux\b/, 'almalinux'],
  [/^Oracle\b/, 'ol'],
  [/^Fedora\b/, 'fedora'],
  [/^Amazon\b/, 'amzn'],
];

/** `CentOS Linux release 7.9.2009 (Core)` */
function fromSentence(line: string): Release | undefined {
  const id = NAMES.find(([name]) => name.test(line))?.[1];
  const version = /\brelease (\d[\w.]{0,20})/.exec(line)?.[1];
  if (id === undefined || version === undefined) return undefined;
  const codename = codenameOf(line);
  return { id, version, ...(codename && { codename }), ...(/\bStream\b/.test(line) && { isStream: true }) };
}

/** `SUSE Linux Enterprise Server 12 (x86_64)`, then `VERSION = 12` and `PATCHLEVEL = 5`. */
function fromSuse(text: string): Release | undefined {
  const version = /^VERSION\s{0,4}=\s{0,4}(\d[\d.]{0,10})/m.exec(text)?.[1];
  if (version === undefined) return undefined;
  const patch = /^PATCHLEVEL\s{0,4}=\s{0,4}(\d{1,2})/m.exec(text)?.[1];
  const isOpen = /^openSUSE\b/.test(text);
  return { id: isOpen ? 'opensuse' : 'sles', version: patch !== undefined && patch !== '0' && !isOpen ? `${version}.${patch}` : version };
}

/** `VMware Photon OS 5.0` */
function fromPhoton(line: string): Release | undefined {
  const version = /\bPhoton\b.{0,40}?\b(\d{1,3}\.\d{1,3})/.exec(line)?.[1];
  return version === undefined ? undefined : { id: 'photon', version };
}

function firstLine(tree: ImageTree, path: string): string | undefined {
  return textAt(tree, path)?.trim().split(/\r?\n/, 1)[0]?.trim() || undefined;
}

const MAX_RELEASE_BYTES = 64 * 1024;

/** Undefined for files that are not there, and for what is no text of a sensible size. */
function textAt(tree: ImageTree, path: string): string | undefined {
  const file = tree.file(path);
  if (!file || file.size > MAX_RELEASE_BYTES) return undefined;
  try {
    return new TextDecoder().decode(file.bytes());
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
