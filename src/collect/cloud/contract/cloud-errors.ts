import { OperationalError } from '../../../support/errors.js';

/** The cloud knows us and says no, or does not know us: credentials expired, for another audience, cut off, without the permission. */
export class CloudRefused extends OperationalError {}

/** The cloud gave no answer, or none that can be understood. */
export class CloudUnreachable extends OperationalError {}

/** The cloud asked us to slow down until no time was left. */
export class CloudThrottled extends OperationalError {}

/** The cloud lists no more than it listed, although there is more. */
export class CloudTruncated extends OperationalError {}
