import { UsageError } from '../support/errors.js';
import type { Invocation } from './command.js';

/** `--push URL` means `--push --control-plane URL`, because an operand that is an address cannot be a target of the scan. */
export function takeAddress({ flags, operands }: Invocation): Invocation {
  const addresses = flags.push === true ? operands.filter((operand) => /^https?:\/\//i.test(operand)) : [];
  const [address, ...more] = addresses;
  if (address === undefined) return { flags, operands };
  if (more.length > 0 || flags.controlPlane !== undefined)
    throw new UsageError({ where: '--push', message: 'there can be only one control plane' });
  return { flags: { ...flags, controlPlane: address }, operands: operands.filter((operand) => operand !== address) };
}
