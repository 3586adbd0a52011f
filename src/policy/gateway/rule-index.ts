import { foldedName } from './folded-name.js';
import type { GatewayCall, GatewayRule } from './policy.js';

/** Which rules of a policy may match a call at all, found by the names that they ask for: most rules are about tools that are not called. */
export class RuleIndex {
  private readonly byTool = new Map<string, number[]>();
  private readonly byServer = new Map<string, number[]>();
  /** Rules that name neither, or by a glob. */
  private readonly others: number[] = [];

  constructor(rules: readonly GatewayRule[]) {
    for (const [at, { when = {} }] of rules.entries()) {
      if (areWhole(when.tools)) enter(this.byTool, when.tools, at);
      else if (areWhole(when.servers)) enter(this.byServer, when.servers, at);
      else this.others.push(at);
    }
  }

  /** Places in the list of rules, in its order. */
  candidates({ tool, server }: GatewayCall): readonly number[] {
    const ofTool = this.byTool.size === 0 ? undefined : this.byTool.get(foldedName(tool));
    const ofServer = this.byServer.size === 0 || server === undefined ? undefined : this.byServer.get(foldedName(server));
    if (!ofTool && !ofServer) return this.others;
    return [...this.others, ...(ofTool ?? []), ...(ofServer ?? [])].sort((a, b) => a - b);
  }
}

/** True where no name is a glob, nor becomes one when letters of other widths are folded. */
function areWhole(names: readonly string[] | undefined): names is readonly string[] {
  return names?.every((name) => !/[*?]/.test(name + foldedName(name))) === true;
}

function enter(index: Map<string, number[]>, names: readonly string[], at: number): void {
  for (const name of new Set(names.map(foldedName))) index.set(name, [...(index.get(name) ?? []), at]);
}
