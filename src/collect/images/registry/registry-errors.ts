import { InputError, OperationalError } from '../../../support/errors.js';

/** The registry says no, or shows what cannot be believed: another try would end alike. */
export class RegistryRefused extends InputError {
  constructor(facts: ConstructorParameters<typeof InputError>[0]) {
    super({ issue: 'network', ...facts });
  }
}

/** The registry gave no answer, asked to wait until no time was left, or answered what cannot be understood. */
export class RegistryUnreachable extends OperationalError {}
