import { isSecretValue, mayHoldSecret } from '../../support/secret-value.js';
import { matchesGlob } from '../glob.js';
import { leavesAt, parseArgumentPath } from './argument-path.js';
import { compileTest, type Demand, type TextTest } from './argument-test.js';
import type { GatewayCall, GatewayRule, RuleCondition } from './policy.js';

/** True when a rule's condition holds for the call. Throws TooLarge for arguments that cannot be judged. */
export type RuleMatch = (call: GatewayCall) => boolean;

/** Throws RangeError for a bad argument path, and what RE2 throws for a bad pattern. */
export function compileMatch({ effect, when = {} }: Pick<GatewayRule, 'effect' | 'when'>): RuleMatch {
  const demand: Demand = effect === 'allow' ? 'every' : 'some';
  const parts = [...nameParts(when, demand), ...argumentParts(when, demand), ...secretParts(when)];
  return (call) => parts.every((part) => part(call));
}

function nameParts({ tools, servers, tool_classes: classes }: RuleCondition, demand: Demand): RuleMatch[] {
  const parts: RuleMatch[] = [];
  if (tools) parts.push(({ tool }) => matchesName(tools, tool, demand));
  if (servers) parts.push(({ server }) => server !== undefined && matchesName(servers, server, demand));
  if (classes) parts.push(({ tool_classes = [] }) => tool_classes.some((one) => classes.includes(one)));
  return parts;
}

/** What forbids a name also forbids its other spellings: letters of other case or width. */
function matchesName(globs: readonly string[], name: string, demand: Demand): boolean {
  if (demand === 'every') return globs.some((glob) => matchesGlob(glob, name));
  const spelt = folded(name);
  return globs.some((glob) => matchesGlob(glob, name) || matchesGlob(folded(glob), spelt));
}

function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim();
}

function argumentParts({ args = {} }: RuleCondition, demand: Demand): RuleMatch[] {
  return Object.entries(args).map(([path, test]) => argumentPart(parseArgumentPath(path), compileTest(test), demand));
}

function argumentPart(steps: readonly string[], test: TextTest, demand: Demand): RuleMatch {
  return (call) => {
    const leaves = leavesAt(call.arguments, steps);
    if (demand === 'every') return leaves.length > 0 && leaves.every(({ text }) => test(text, demand));
    return leaves.some(({ text }) => test(text, demand));
  };
}

/** What surrounds a secret does not make it harmless: a sentence may begin like a placeholder. */
const isSecret = (name: string | undefined, text: string) => isSecretValue(name, text) || mayHoldSecret(text);

function secretParts({ secret_paths: paths }: RuleCondition): RuleMatch[] {
  if (!paths) return [];
  const places = paths.map(parseArgumentPath);
  return [
    (call) => places.some((steps) => leavesAt(call.arguments, steps).some(({ name, text }) => isSecret(name, text.slice(0, 65_536)))),
  ];
}
