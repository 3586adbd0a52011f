import { OperationalError } from '../../support/errors.js';
import type { CiJob } from './system.js';

/** The token that a comment is written with: the input's, else the first of these variables'. Throws OperationalError where there is none. */
export function tokenOf({ token, environment }: CiJob, ...variables: readonly string[]): string {
  const found = token?.reveal() || variables.map((variable) => environment[variable]).find((value) => value);
  if (found) return found;
  const places = ['CASTELLAN_CI_TOKEN', ...variables].join(', or ');
  throw new OperationalError({ message: `there is no token; give ${places}` });
}
