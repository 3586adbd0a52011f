import { OperationalError } from '../../support/errors.js';
import type { CiJob } from './system.js';

/** Azure Pipelines leaves a variable that it does not know as it stands in the file. */
const UNFILLED = /^\$\(.*\)$/;

/** The token that a comment is written with: the input's, else the first of these variables'. Throws OperationalError where there is none. */
export function tokenOf({ token, environment }: CiJob, ...variables: readonly string[]): string {
  const given = [token?.reveal(), ...variables.map((variable) => environment[variable])];
  const found = given.find((value) => value && !UNFILLED.test(value));
  if (found) return found;
  const places = ['CASTELLAN_CI_TOKEN', ...variables].join(', or ');
  throw new OperationalError({ message: `there is no token; give ${places}` });
}
