import { OperationalError } from '../../support/errors.js';

/** The number of a change from a variable; undefined where that is not set or empty. Throws OperationalError for what is no number. */
export function changeNumber(text: string | undefined, variable: string): number | undefined {
  if (!text) return undefined;
  const number = Number(text);
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new OperationalError({ where: variable, message: 'expected a number' });
}
