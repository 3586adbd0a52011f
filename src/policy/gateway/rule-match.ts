import { isSecretValue, mayHoldSecret } from '../../support/secret-value.js';
import { type Leaf, leavesAt, parseArgumentPath } from './argument-path.js';
import { compileTest, type Demand, SEARCHED_CHARACTERS, type TextTest } from './argument-test.js';
import type { DecisionBudget } from './decision-budget.js';
import { foldedName } from './folded-name.js';
import { fitsGlob } from './glob-work.js';
import type { GatewayCall, GatewayRule, RuleCondition } from './policy.js';

/** True when a rule's condition holds for the call. Throws TooLarge for arguments that cannot be judged, and TooMuchWork. */
export type RuleMatch = (call: GatewayCall, work: DecisionBudget) => boolean;

/** Throws RangeError for a bad argument path. */
export function compileMatch({ effect, when = {} }: Pick<GatewayRule, 'effect' | 'when'>): RuleMatch {
  const demand: Demand = effect === 'allow' ? 'every' : 'some';
  const parts = [...nameParts(when, demand), ...argumentParts(when, demand), ...secretParts(when)];
  return (call, work) => parts.every((part) => part(call, work));
}

function nameParts({ tools, servers, tool_classes: classes, after }: RuleCondition, demand: Demand): RuleMatch[] {
  const parts: RuleMatch[] = [];
  if (tools) {
    const matches = compileNames(tools, demand);
    parts.push(({ tool }, work) => matches(tool, work));
  }
  if (servers) {
    const matches = compileNames(servers, demand);
    parts.push(({ server }, work) => server !== undefined && matches(server, work));
  }
  if (classes) parts.push(({ tool_classes = [] }) => tool_classes.some((one) => classes.includes(one)));
  if (after) parts.push(({ session_classes = [] }) => after.every((one) => session_classes.includes(one)));
  return parts;
}

/** A rule that forbids a name also forbids it in letters of another case or width. */
function compileNames(globs: readonly string[], demand: Demand): (name: string, work: DecisionBudget) => boolean {
  if (demand === 'every') return (name, work) => globs.some((glob) => fitsGlob(glob, name, work));
  const spelt = globs.map((glob) => [glob, foldedName(glob)] as const);
  return (name, work) => {
    work.spend(name.length);
    const folded = foldedName(name);
    return spelt.some(([glob, other]) => fitsGlob(glob, name, work) || fitsGlob(other, folded, work));
  };
}

function argumentParts({ args = {} }: RuleCondition, demand: Demand): RuleMatch[] {
  return Object.entries(args).map(([path, test]) => argumentPart(path, compileTest(test), demand));
}

function argumentPart(path: string, test: TextTest, demand: Demand): RuleMatch {
  const steps = parseArgumentPath(path);
  return (call, work) => {
    const leaves = work.at(path, () => leavesAt(call.arguments, steps, work));
    if (demand === 'every') return leaves.length > 0 && leaves.every(({ text }) => test(text, demand, work));
    return leaves.some(({ text }) => test(text, demand, work));
  };
}

/** The text around a secret does not make it harmless: a sentence may begin like a placeholder. */
function holdsSecret({ name, text }: Leaf, work: DecisionBudget): boolean {
  const looked = text.slice(0, SEARCHED_CHARACTERS);
  const key = name === undefined ? looked : `${name}\0${looked}`;
  return work.once('secrets', key, () => isSecretValue(name, looked) || mayHoldSecret(looked));
}

function secretParts({ secret_paths: paths }: RuleCondition): RuleMatch[] {
  if (!paths) return [];
  const places = paths.map((path) => ({ path, steps: parseArgumentPath(path) }));
  return [
    (call, work) =>
      places.some(({ path, steps }) => work.at(path, () => leavesAt(call.arguments, steps, work)).some((leaf) => holdsSecret(leaf, work))),
  ];
}
