import type { SecretSighting } from '../../model/secret.js';
import { secretsOf } from './scan-text.js';

/**
 * Whether a setting (`ENV`, a label, a variable of a configuration) holds a secret itself, by the value's shape or by its name. References,
 * placeholders and public keys are none.
 *
 * @returns the sighting, with an empty path and line 1
 */
export function secretOfSetting(name: string, value: string, hash: (value: string) => string): SecretSighting | undefined {
  const quote = ['"', "'", '`'].find((mark) => !value.includes(mark)) ?? '';
  return secretsOf(Buffer.from(`${name}=${quote}${value}${quote}\n`), '.env', hash)[0];
}
