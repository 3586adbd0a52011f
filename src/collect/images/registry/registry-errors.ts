import { InputError, OperationalError } from '../../../support/errors.js';

/** The registry says no, or shows what cannot be believed: another try would end alike. */
export class RegistryRefused extends InputError {}

/** The registry gave no answer, asked to wait until no time was left, or answered what cannot be understood. */
export class RegistryUnreachable extends OperationalError {}
