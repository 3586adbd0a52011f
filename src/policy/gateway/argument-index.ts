import { hostPattern } from '../../support/address.js';
import { leavesAt, parseArgumentPath } from './argument-path.js';
import { SEARCHED_CHARACTERS } from './argument-test.js';
import type { DecisionBudget } from './decision-budget.js';
import { readHosts } from './hosts.js';
import { LiteralIndex, push } from './literal-index.js';
import { type ComparedPath, compared, normalPath, readPath } from './paths.js';
import type { ArgumentTest } from './policy.js';

/** Hosts or folders of one rule that are entered; a rule with longer lists is judged whenever there is a value. */
const MOST_ENTRIES = 20;

/** Rules whose first test is about the values at one argument path, found by what these values are. */
export class ArgumentIndex {
  private readonly steps: readonly string[];
  private readonly rules: number[] = [];
  private readonly texts = new LiteralIndex<number>();
  private readonly folders = new Map<string, number[]>();
  private readonly ofPaths: number[] = [];
  private readonly hosts = new LiteralIndex<number>();
  private readonly ofHosts: number[] = [];
  /** Rules whose test tells nothing of which values meet it. */
  private readonly ofAnyValue: number[] = [];

  /** Throws RangeError for a bad argument path. */
  constructor(private readonly path: string) {
    this.steps = parseArgumentPath(path);
  }

  /** Enters the rule at a place in its policy's list. */
  add(at: number, { glob, path_under: folders, host_in: hosts }: ArgumentTest): void {
    this.rules.push(at);
    const globs = typeof glob === 'string' ? [glob] : (glob ?? []);
    if (globs.length > 0 && LiteralIndex.takes(globs)) this.texts.add(globs, at);
    else if (folders && folders.length <= MOST_ENTRIES) this.addFolders(at, folders);
    else if (hosts && hosts.length <= MOST_ENTRIES) this.addHosts(at, hosts.map(hostPattern));
    else this.ofAnyValue.push(at);
  }

  /** Adds the places of all rules that may match, or cannot be judged; some of them twice. */
  collect(root: unknown, work: DecisionBudget, found: number[]): void {
    try {
      const leaves = work.at(this.path, () => leavesAt(root, this.steps, work));
      if (leaves.some(({ text }) => text.length > SEARCHED_CHARACTERS)) found.push(...this.rules);
      else for (const { text } of leaves) this.collectFor(text, work, found);
    } catch {
      // Each of them denies what cannot be judged.
      found.push(...this.rules);
    }
  }

  private collectFor(text: string, work: DecisionBudget, found: number[]): void {
    found.push(...this.ofAnyValue);
    work.spend(this.texts.work(text));
    this.texts.collect(text, found);
    if (this.ofPaths.length > 0) this.collectPaths(text, work, found);
    if (this.ofHosts.length > 0) this.collectHosts(text, work, found);
  }

  private addFolders(at: number, folders: readonly string[]): void {
    this.ofPaths.push(at);
    for (const form of new Set(folders.flatMap((folder) => compared(normalPath(folder)).forms))) push(this.folders, form, at);
  }

  private addHosts(at: number, patterns: readonly string[]): void {
    if (LiteralIndex.takes(patterns)) {
      this.ofHosts.push(at);
      this.hosts.add(patterns, at);
    } else this.ofAnyValue.push(at);
  }

  private collectPaths(text: string, work: DecisionBudget, found: number[]): void {
    const { paths, uncertain } = work.once('paths', text, readPath);
    if (uncertain) found.push(...this.ofPaths);
    else for (const folder of new Set(paths.flatMap(foldersOf))) found.push(...(this.folders.get(folder) ?? []));
  }

  private collectHosts(text: string, work: DecisionBudget, found: number[]): void {
    const { hosts, uncertain } = work.once('hosts', text, readHosts);
    if (uncertain) found.push(...this.ofHosts);
    for (const host of hosts) {
      work.spend(this.hosts.work(host));
      this.hosts.collect(host, found);
    }
  }
}

/** All folders that a path may be in, in whichever form it is compared, and the path itself. */
function foldersOf({ forms }: ComparedPath): string[] {
  return [...new Set(forms)].flatMap((form) => {
    const folders = [form];
    for (let at = form.indexOf('/'); at !== -1; at = form.indexOf('/', at + 1)) folders.push(form.slice(0, at), form.slice(0, at + 1));
    return folders;
  });
}
