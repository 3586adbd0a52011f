import type { IacUnknown, IacValue } from '../../../../model/iac.js';
import type { Scope } from '../evaluate/scope.js';
import type { Expression } from '../syntax/ast.js';
import { isKnown, originOf, unknown, withOrigin } from '../values/make.js';
import { collectionFunctions } from './collections.js';
import type { Call, TerraformFunction } from './contract.js';
import { encodingFunctions } from './encoding.js';

const functions: ReadonlyMap<string, TerraformFunction> = new Map([...collectionFunctions, ...encodingFunctions]);

/** Calls a function of Terraform. One that is not pure, or that is not known, gives an unknown value. */
export function callFunction(
  name: string,
  args: readonly IacValue[],
  call: { scope: Scope; written: string; evaluate: (expression: Expression, scope: Scope) => IacValue },
): IacValue {
  const found = functions.get(name.startsWith('core::') ? name.slice('core::'.length) : name);
  const context: Call = { ...call, at: call.scope.at, budget: call.scope.budget };
  if (found === undefined) return openCall(args, context);
  call.scope.budget.spend(args.length);
  if (!found.partial && !args.every(isKnown)) return openCall(args, context);
  const result = found.run(args, context);
  return found.partial ? result : withOrigin(result, originOf(args));
}

function openCall(args: readonly IacValue[], { at, written }: Call): IacValue {
  const cause = args.find((arg): arg is IacUnknown => arg.kind === 'unknown');
  return unknown(cause?.expression ?? written, at, originOf(args));
}
