import { createHash } from 'node:crypto';
import type { Content } from './content.js';
import type { Credential } from './credential.js';
import type { IntakeName } from './intakes.js';

/** One request that pushes something to the service. */
export interface PushRequest {
  /** The name for people: the file it comes from. */
  name: string;
  intake: IntakeName;
  query: Readonly<Record<string, string>>;
  content: Content;
  /**
   * Time at which the content was made, if the content does not say so. The same bytes made later are a new look: something that was
   * gone in between is there again, and the stored answer to the first push would hide that.
   */
  madeAt?: string;
}

/** The source of a push, and whether the push is complete. */
export interface PushScope {
  /** Absent: the source that the key is bound to, or the one the service has for the intake. */
  source?: string | undefined;
  /** True: the push is not everything there is of the source, so the service resolves nothing by it. */
  isPartial: boolean;
}

/** Source and completeness as query parameters. */
export function queryOf({ source, isPartial }: PushScope): Record<string, string> {
  return { ...(source !== undefined && { source_id: source }), ...(isPartial && { complete: 'false' }) };
}

/**
 * The idempotency key: the same for the same content, source and key, so that after a crash the service gives its stored answer. It
 * covers the whole request.
 */
export function idempotencyKey({ intake, query, content, madeAt = '' }: PushRequest, { id }: Credential): string {
  const parts = [intake, Object.entries(query).sort(), content.hash, madeAt, id];
  return `castellan-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
