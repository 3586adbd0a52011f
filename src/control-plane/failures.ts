/**
 * A request that is answered with an error of its own. The message is the answer's `detail`: it never repeats what the caller sent.
 * Only http/errors.ts turns these and the program's other errors into statuses.
 */
export abstract class RequestFailure extends Error {
  abstract readonly status: number;
  readonly headers: Readonly<Record<string, string>> = {};

  constructor(message: string) {
    super(message);
    this.name = new.target.name;
  }
}

/** A rule of the business was broken by a well-formed request. */
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

/** Absent in this tenant, or another tenant's: the answers are the same. */
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

  /** `retryAfter` in seconds, for what will pass. */
  constructor(message: string, retryAfter?: number) {
    super(message);
    this.headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  }
}

/** A body, query or path that does not have the shape of its schema. */
export class Unprocessable extends RequestFailure {
  readonly status = 422;
}

/** A limit of rate or quota; `retryAfter` in seconds. */
export class TooMany extends RequestFailure {
  readonly status = 429;
  override readonly headers: Readonly<Record<string, string>>;

  constructor(message: string, retryAfter: number, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.headers = { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))), ...headers };
  }
}

/** Something that was asked on the caller's behalf answered what cannot be understood. */
export class BadGateway extends RequestFailure {
  readonly status = 502;
}

/** Something that is needed is away; the caller may try again. */
export class Unavailable extends RequestFailure {
  readonly status = 503;
}

/** A SCIM request that cannot be done, with the word of RFC 7644 table 9 for it. */
export class ScimFailure extends RequestFailure {
  constructor(
    message: string,
    readonly scimType: string,
    readonly status = 400,
  ) {
    super(message);
  }
}
