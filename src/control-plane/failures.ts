/**
 * A failure with its own error response. The message is the answer's `detail` and never repeats what the caller sent.
 * Only http/errors.ts converts these and the program's other errors to statuses.
 */
export abstract class RequestFailure extends Error {
  abstract readonly status: number;
  readonly headers: Readonly<Record<string, string>> = {};

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** A well-formed request violates a business rule. */
export class BadRequest extends RequestFailure {
  readonly status = 400;
}

export class Unauthenticated extends RequestFailure {
  readonly status = 401;
  override readonly headers = { 'www-authenticate': 'Bearer' };
}

export class Forbidden extends RequestFailure {
  readonly status = 403;
}

/** The object does not exist in this tenant. The answer is the same if it belongs to another tenant. */
export class NotFound extends RequestFailure {
  readonly status = 404;

  constructor(what: string) {
    super(`${what} not found`);
  }
}

/** The path has other methods. */
export class MethodNotAllowed extends RequestFailure {
  readonly status = 405;
  override readonly headers: Readonly<Record<string, string>>;

  constructor(methods: readonly string[]) {
    super('method not allowed');
    this.headers = { allow: methods.join(', ') };
  }
}

export class Conflict extends RequestFailure {
  readonly status = 409;
  override readonly headers: Readonly<Record<string, string>>;

  /** `retryAfter` in seconds, for temporary conflicts. */
  constructor(message: string, retryAfter?: number) {
    super(message);
    this.headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  }
}

/** A body, query or path that does not match its schema. */
export class Unprocessable extends RequestFailure {
  readonly status = 422;
}

/** A rate limit or quota is exceeded; `retryAfter` in seconds. */
export class TooMany extends RequestFailure {
  readonly status = 429;
  override readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, retryAfter: number, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))), ...headers };
  }
}

/** An outside service that was asked for the caller sent an answer that cannot be understood. */
export class BadGateway extends RequestFailure {
  readonly status = 502;
}

/** Something that the request needs is unavailable; the caller may retry. */
export class Unavailable extends RequestFailure {
  readonly status = 503;
  override readonly headers: Readonly<Record<string, string>> = { 'retry-after': '5' };
}

/** A SCIM request that cannot be processed, with its error word from RFC 7644 table 9. */
export class ScimFailure extends RequestFailure {
  constructor(
    message: string,
    readonly scimType: string,
    readonly status = 400,
  ) {
    super(message);
  }
}
