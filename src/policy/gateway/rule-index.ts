import { isObject } from '../../support/json.js';
import { parseArgumentPath } from './argument-path.js';
import { foldedName } from './folded-name.js';
import type { GatewayCall, GatewayRule } from './policy.js';

/** A rule that is not found by a whole name. */
interface Other {
  at: number;
  /** One of these begins the name of each tool that it is about. */
  starts: readonly string[] | undefined;
  /** Members of the arguments without which it does not match. */
  members: readonly string[];
}

/** Which rules of a policy may match a call at all, found by the names that they ask for: most rules are about tools that are not called. */
export class RuleIndex {
  private readonly byTool = new Map<string, number[]>();
  private readonly byServer = new Map<string, number[]>();
  private readonly byClass = new Map<string, number[]>();
  private readonly others: Other[] = [];

  constructor(rules: readonly GatewayRule[]) {
    for (const [at, { when = {} }] of rules.entries()) {
      if (areWhole(when.tools)) enter(this.byTool, when.tools.map(foldedName), at);
      else if (areWhole(when.servers)) enter(this.byServer, when.servers.map(foldedName), at);
      else if (when.tool_classes) enter(this.byClass, when.tool_classes, at);
      else this.others.push({ at, starts: startsOf(when.tools), members: membersOf(when.args) });
    }
  }

  /** Places in the list of rules, in its order. */
  candidates(call: GatewayCall): number[] {
    const found: number[] = [];
    if (this.byTool.size > 0) found.push(...(this.byTool.get(foldedName(call.tool)) ?? []));
    if (this.byServer.size > 0 && call.server !== undefined) found.push(...(this.byServer.get(foldedName(call.server)) ?? []));
    if (this.byClass.size > 0) for (const one of call.tool_classes ?? []) found.push(...(this.byClass.get(one) ?? []));
    const name = isPlain(call.tool) ? call.tool.toLowerCase() : undefined;
    for (const other of this.others) if (mayMatch(other, name, call.arguments)) found.push(other.at);
    return found.length < 2 ? found : [...new Set(found)].sort((a, b) => a - b);
  }
}

/** `name` is undefined where it has letters whose folded form may begin otherwise. */
function mayMatch({ starts, members }: Other, name: string | undefined, args: unknown): boolean {
  if (name !== undefined && starts !== undefined && !starts.some((start) => name.startsWith(start))) return false;
  return members.length === 0 || !isObject(args) || members.every((member) => Object.hasOwn(args, member));
}

/** True where no name is a glob, nor becomes one when letters of other widths are folded. */
function areWhole(names: readonly string[] | undefined): names is readonly string[] {
  return names?.every((name) => !/[*?]/.test(name + foldedName(name))) === true;
}

/** Visible ASCII: folding changes each character by itself. */
function isPlain(name: string): boolean {
  return /^[\x21-\x7e]*$/.test(name);
}

function startsOf(globs: readonly string[] | undefined): string[] | undefined {
  const starts = globs?.map((glob) => (isPlain(glob) ? glob.replace(/[*?].*$/, '').toLowerCase() : ''));
  return starts?.includes('') === true ? undefined : starts;
}

/** First steps of paths that name a member. */
function membersOf(args: Readonly<Record<string, unknown>> | undefined): string[] {
  return Object.keys(args ?? {}).flatMap((path) => {
    const [first] = parseArgumentPath(path);
    return first === undefined || first.includes('*') ? [] : [first];
  });
}

function enter(index: Map<string, number[]>, names: readonly string[], at: number): void {
  for (const name of new Set(names)) index.set(name, [...(index.get(name) ?? []), at]);
}
