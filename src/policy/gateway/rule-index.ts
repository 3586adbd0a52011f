import { ArgumentIndex } from './argument-index.js';
import type { DecisionBudget } from './decision-budget.js';
import { foldedName } from './folded-name.js';
import type { GatewayCall, GatewayRule, RuleCondition } from './policy.js';

/** Rules that ask for the same names: found by the values of arguments. */
class RuleGroup {
  private readonly plain: number[] = [];
  private readonly byPath = new Map<string, ArgumentIndex>();

  add(at: number, { args = {} }: RuleCondition): void {
    // The first test is the first that is judged: a rule whose first test fails fails, whatever becomes of the others.
    const [first] = Object.entries(args);
    if (!first) {
      this.plain.push(at);
      return;
    }
    const [path, test] = first;
    const index = this.byPath.get(path) ?? new ArgumentIndex(path);
    this.byPath.set(path, index);
    index.add(at, test);
  }

  collect(args: unknown, work: DecisionBudget, found: number[]): void {
    found.push(...this.plain);
    for (const index of this.byPath.values()) index.collect(args, work, found);
  }
}

/** Which rules of a policy may match a call at all, found by what they ask for: most rules are about tools or values that a call has not. */
export class RuleIndex {
  private readonly byTool = new Map<string, RuleGroup>();
  private readonly byServer = new Map<string, RuleGroup>();
  private readonly byClass = new Map<string, RuleGroup>();
  /** By the starts of names, of which one begins the name of each tool that a rule is about; by none where any tool may be. */
  private readonly byStarts = new Map<string, { starts: readonly string[]; group: RuleGroup }>();

  constructor(rules: readonly GatewayRule[]) {
    for (const [at, { when = {} }] of rules.entries()) {
      if (areWhole(when.tools)) enter(this.byTool, when.tools.map(foldedName), at, when);
      else if (areWhole(when.servers)) enter(this.byServer, when.servers.map(foldedName), at, when);
      else if (when.tool_classes) enter(this.byClass, when.tool_classes, at, when);
      else this.enterStarts(at, when);
    }
  }

  /** Places in the list of rules, in its order. */
  candidates(call: GatewayCall, work: DecisionBudget): number[] {
    const found: number[] = [];
    const collect = (group: RuleGroup | undefined) => group?.collect(call.arguments, work, found);
    if (this.byTool.size > 0) collect(this.byTool.get(foldedName(call.tool)));
    if (this.byServer.size > 0 && call.server !== undefined) collect(this.byServer.get(foldedName(call.server)));
    if (this.byClass.size > 0) for (const one of call.tool_classes ?? []) collect(this.byClass.get(one));
    // Letters that are not plain may begin otherwise once they are folded.
    const name = isPlain(call.tool) ? call.tool.toLowerCase() : undefined;
    for (const { starts, group } of this.byStarts.values())
      if (name === undefined || starts.some((start) => name.startsWith(start))) collect(group);
    return found.length < 2 ? found : [...new Set(found)].sort((a, b) => a - b);
  }

  private enterStarts(at: number, when: RuleCondition): void {
    const starts = startsOf(when.tools);
    const key = JSON.stringify(starts);
    const known = this.byStarts.get(key) ?? { starts, group: new RuleGroup() };
    this.byStarts.set(key, known);
    known.group.add(at, when);
  }
}

/** True where no name is a glob, nor becomes one when letters of other widths are folded. */
function areWhole(names: readonly string[] | undefined): names is readonly string[] {
  return names?.every((name) => !/[*?]/.test(name + foldedName(name))) === true;
}

/** Visible ASCII: folding changes each character by itself. */
function isPlain(name: string): boolean {
  return /^[\x21-\x7e]*$/.test(name);
}

/** The empty start begins every name. */
function startsOf(globs: readonly string[] | undefined): string[] {
  const starts = globs?.map((glob) => (isPlain(glob) ? glob.replace(/[*?].*$/, '').toLowerCase() : '')) ?? [''];
  return starts.includes('') ? [''] : starts;
}

function enter(index: Map<string, RuleGroup>, names: readonly string[], at: number, when: RuleCondition): void {
  for (const name of new Set(names)) {
    const group = index.get(name) ?? new RuleGroup();
    index.set(name, group);
    group.add(at, when);
  }
}
