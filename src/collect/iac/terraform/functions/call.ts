import type { IacValue } from '../../../../model/iac.js';
import type { Scope } from '../evaluate/scope.js';
import type { Expression } from '../syntax/ast.js';
import { isKnown, originOf, withOrigin } from '../values/make.js';
import { collectionFunctions } from './collections.js';
import { type Call, openResult, type TerraformFunction } from './contract.js';
import { encodingFunctions } from './encoding.js';
import { fileFunctions } from './files.js';
import { networkFunctions } from './network.js';
import { numberFunctions } from './numbers.js';
import { setFunctions } from './sets.js';
import { textFunctions } from './texts.js';
import { timeFunctions } from './times.js';

const functions: ReadonlyMap<string, TerraformFunction> = new Map([
  ...collectionFunctions,
  ...encodingFunctions,
  ...fileFunctions,
  ...networkFunctions,
  ...numberFunctions,
  ...setFunctions,
  ...textFunctions,
  ...timeFunctions,
]);

/** Calls a function of Terraform. One that is not pure, or that is not known, gives an unknown value. */
export function callFunction(
  name: string,
  args: readonly IacValue[],
  call: { scope: Scope; written: string; evaluate: (expression: Expression, scope: Scope) => IacValue },
): IacValue {
  const found = functions.get(name.startsWith('core::') ? name.slice('core::'.length) : name);
  const context: Call = { ...call, at: call.scope.at, budget: call.scope.budget };
  if (found === undefined) return openResult(args, context);
  call.scope.budget.spend(args.length);
  if (!found.partial && !args.every(isKnown)) return openResult(args, context);
  const result = found.run(args, context);
  return found.partial ? result : withOrigin(result, originOf(args, context.at));
}
