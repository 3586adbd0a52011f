import type { PackageRecord, ReadIssue } from '../../../reader.js';
import { isSensible } from '../metadata.js';
import type { GoBuildInfo } from './go-build-info.js';

const GO = 'Go';
const RELEASE = /^go(1\.\d{1,3})(\.\d{1,3})?(?:(rc|beta)(\d{1,3}))?(?![\d.])/;

/** The modules that a Go program was linked from, and the standard library of its compiler. */
export function goPackages({ go, modules }: GoBuildInfo): { packages: PackageRecord[]; issues: ReadIssue[] } {
  const packages: PackageRecord[] = [];
  const issues: ReadIssue[] = [];
  const release = goRelease(go);
  if (release !== undefined) packages.push({ name: 'stdlib', version: release, ecosystem: GO });
  else issues.push({ kind: 'unidentified', reason: `built with "${go.slice(0, 60)}", which is no release of Go`, note: true });
  for (const { kind, path, version } of linkedModules(modules)) {
    if (kind === 'mod' ? !isRelease(version) : !isSensible(version) || version === '(devel)') continue;
    if (isSensible(path))
      packages.push({ name: path, version: version.replace(/^v/, ''), ecosystem: GO, direct: kind === 'mod' ? true : null });
  }
  return { packages, issues };
}

/** Releases as the vulnerability database writes them: experiments, vendors' suffixes and FIPS marks are cut, `go1.21rc2` is 1.21.0-rc.2. */
function goRelease(go: string): string | undefined {
  const [, minor, patch = '.0', stage, number] = RELEASE.exec(go) ?? [];
  if (minor === undefined) return undefined;
  return `${minor}${patch}${stage === undefined ? '' : `-${stage}.${number}`}`;
}

/** The main module has a version only where the program was built from a released module; `v0.0.0-…` is a commit. */
function isRelease(version: string): boolean {
  return /^v\d/.test(version) && !/^v0\.0\.0(?:-|\+|$)/.test(version) && !version.endsWith('+dirty');
}

interface LinkedModule {
  kind: 'mod' | 'dep';
  path: string;
  version: string;
}

/** `dep<tab>path<tab>version<tab>sum`; a line `=>` behind it names what was linked instead, a folder where it has no version. */
function linkedModules(text: string): LinkedModule[] {
  const found: LinkedModule[] = [];
  for (const line of text.split('\n')) {
    const [kind, path = '', version = ''] = line.split('\t');
    if (kind === 'mod' || kind === 'dep') found.push({ kind, path, version });
    else if (kind === '=>') {
      const replaced = found.pop();
      if (replaced) found.push({ kind: replaced.kind, path, version });
    }
  }
  return found;
}
