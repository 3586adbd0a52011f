import { type ErrorFacts, InputError, OperationalError } from '../../../support/errors.js';
import type { IssueKind } from '../../../support/issue-kinds.js';

/** The registry says no, or shows what cannot be believed: another try would end alike. */
export class RegistryRefused extends InputError {
  constructor(facts: ErrorFacts & { issue?: IssueKind }) {
    super({ issue: 'network', ...facts });
  }
}

/** The registry gave no answer, asked to wait until no time was left, or answered what cannot be understood. */
export class RegistryUnreachable extends OperationalError {}
