import { goSemver } from '../../../ecosystems/versions/semver.js';
import { quoteJson } from '../../quote.js';
import type { PackageRecord, ReadIssue, ReadResult } from '../../reader.js';
import { type GoDirective, parseGoFile } from '../syntax/go-mod-syntax.js';

/** A module that a go.mod requires. */
export interface GoRequire {
  path: string;
  version: string;
  line: number;
  indirect: boolean;
}

/** Replaces `from`, in one version or in all; `version` is undefined when the replacement is a folder. */
export interface GoReplace {
  from: string;
  fromVersion?: string;
  to: string;
  version?: string;
}

/** The contents of a go.mod or go.work file. */
export interface GoFacts {
  /** Path of the module itself. */
  module?: string;
  /** Language version as written. */
  go?: string;
  /**
   * The Go release of the `toolchain` line, else of the `go` line: the lowest release whose standard library is used.
   */
  release?: { version: string; line: number } | undefined;
  requires: GoRequire[];
  replaces: GoReplace[];
  /** Folders of a workspace. */
  uses: { folder: string; line: number }[];
  issues: ReadIssue[];
}

/** Directives that add no module to the build. */
const WITHOUT_MODULES = new Set(['godebug', 'exclude', 'retract', 'tool', 'ignore']);

/** Reads a go.mod or go.work. An unknown or incomplete directive is an issue, because `go` refuses it too. */
export function readGoFacts(text: string): GoFacts {
  const facts: GoFacts = { requires: [], replaces: [], uses: [], issues: [] };
  const { directives, problems } = parseGoFile(text);
  for (const { line, reason } of problems) facts.issues.push({ kind: 'unparsable', reason, line });
  for (const directive of directives) {
    if (WITHOUT_MODULES.has(directive.verb) || take(facts, directive)) continue;
    facts.issues.push({
      kind: 'invalid_entry',
      reason: `not a directive of go.mod: ${JSON.stringify([directive.verb, ...directive.args].join(' ').slice(0, 80))}`,
      line: directive.line,
    });
  }
  return facts;
}

/** False for lines that `go` would refuse, so that no misspelt line is skipped silently. */
function take(facts: GoFacts, { verb, args, comment, line }: GoDirective): boolean {
  const [first, second] = args;
  if (first === undefined) return false;
  switch (verb) {
    case 'module':
      facts.module = first;
      return true;
    case 'go':
      facts.go = first;
      facts.release ??= releaseOf(facts, `go${first}`, line);
      return true;
    case 'toolchain':
      if (first !== 'default') facts.release = releaseOf(facts, first, line) ?? facts.release;
      return true;
    case 'use':
      facts.uses.push({ folder: first, line });
      return true;
    case 'require':
      if (second === undefined || args.length > 2) return false;
      facts.requires.push({ path: first, version: second, line, indirect: /^indirect(?:;|$)/.test(comment) });
      return true;
    case 'replace':
      return takeReplace(facts, args);
    default:
      return false;
  }
}

const RELEASE = /^go(1\.\d{1,2})(\.\d{1,3})?(?:(rc|beta)(\d{1,2}))?(?:-.*)?$/;

/**
 * A Go release as the vulnerability database writes it: `go1.21rc2` is 1.21.0-rc.2, and a vendor's suffix is dropped
 * (Go Toolchains, "Go versions"). A text that is not a release becomes an issue, because the release also decides
 * whether go.sum is needed.
 */
function releaseOf(facts: GoFacts, name: string, line: number): GoFacts['release'] {
  const [, minor, patch, stage, number] = RELEASE.exec(name) ?? [];
  if (minor === undefined) {
    facts.issues.push({ kind: 'unsupported_version', reason: `${quoteJson(name)} is no version of Go that we know`, line, note: true });
    return undefined;
  }
  const version = stage === undefined ? minor + (patch ?? '') : `${minor}${patch ?? '.0'}-${stage}.${number}`;
  return { version, line };
}

/** Adds the standard library of the release that a module is built with: it is third-party code like any module. */
export function addStandardLibrary(result: ReadResult, { release }: GoFacts, fields: Pick<PackageRecord, 'path'> = {}): void {
  if (release) result.packages.push({ name: 'stdlib', ...release, scope: 'prod', direct: true, ...fields });
}

/** `from [version] => folder` or `from [version] => module version`. */
function takeReplace(facts: GoFacts, args: readonly string[]): boolean {
  const arrow = args.indexOf('=>');
  const [from, fromVersion] = args.slice(0, arrow);
  const [to, version] = args.slice(arrow + 1);
  if ((arrow !== 1 && arrow !== 2) || from === undefined || to === undefined || args.length > arrow + 3) return false;
  if (version === undefined && !isFolder(to)) return false;
  facts.replaces.push({ from, to, ...(fromVersion !== undefined && { fromVersion }), ...(version !== undefined && { version }) });
  return true;
}

/** A replacement without a version must look like a path (Go Modules Reference, "replace directive"). */
function isFolder(path: string): boolean {
  return /^\.{0,2}[\\/]|^\.{1,2}$|^[A-Za-z]:/.test(path);
}

/** Replacements by module, those for one version before those for all. */
export class GoReplacements {
  private readonly table = new Map<string, GoReplace>();

  /** Later replacements win, as those of a workspace do over its modules'. */
  add(replaces: readonly GoReplace[]): void {
    for (const replace of replaces) this.table.set(`${replace.from}@${replace.fromVersion ?? ''}`, replace);
  }

  /** A replacement for exactly this version wins over one for all versions. */
  find({ path, version }: GoRequire): GoReplace | undefined {
    return this.table.get(`${path}@${version}`) ?? this.table.get(`${path}@`);
  }
}

/**
 * Adds one requirement. Replaced by a folder, it is a local module; replaced by a module, that module is added in its
 * place.
 */
export function addGoModule(
  result: ReadResult,
  require: GoRequire,
  replacements: GoReplacements,
  fields: Pick<PackageRecord, 'path'> = {},
): void {
  const replace = replacements.find(require);
  const name = replace?.to ?? require.path;
  const version = replace ? replace.version : require.version;
  const at = { line: require.line, scope: 'unknown' as const, direct: !require.indirect, ...fields };
  if (version === undefined) result.local.push(require.path);
  else if (isGoVersion(version)) result.packages.push({ name, version: version.slice(1), ...at });
  else result.unresolved.push({ name, requirement: version, ...at });
}

/** True for a canonical version. Branches, prefixes such as `v1`, and `latest` are queries that `go` would resolve. */
export function isGoVersion(version: string): boolean {
  return /^v\d+\.\d+\.\d/.test(version) && goSemver.valid(version);
}
