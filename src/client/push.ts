import { createHash } from 'node:crypto';
import type { Content } from './content.js';
import type { Credential } from './credential.js';
import type { Intake } from './intakes.js';

/** One request that gives the service something to keep. */
export interface Push {
  /** What it is, for people: the file it comes from. */
  name: string;
  intake: Intake;
  query: Readonly<Record<string, string>>;
  content: Content;
  /**
   * When the content was made, where it does not say so itself. The same bytes made anew are a new look: what was gone between the two is
   * there again, which the stored answer of the first would hide.
   */
  madeAt?: string;
}

/** What says about a push whose it is and how much of its source it holds. */
export interface PushScope {
  /** Absent: the source that the key is bound to, or the one the service has for the intake. */
  source?: string | undefined;
  /** It is not all there is of the source: the service resolves nothing by it. */
  isPartial: boolean;
}

/** Source and completeness as queries take them. */
export function queryOf({ source, isPartial }: PushScope): Record<string, string> {
  return { ...(source !== undefined && { source_id: source }), ...(isPartial && { complete: 'false' }) };
}

/** The same for the same content, source and key: after a crash the service gives its stored answer. The whole request follows from it. */
export function idempotencyKey({ intake, query, content, madeAt = '' }: Push, { id }: Credential): string {
  const parts = [intake, Object.entries(query).sort(), content.hash, madeAt, id];
  return `castellan-${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}
