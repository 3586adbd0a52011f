import type { ComponentSource } from '../../../model/component.js';
import { redactUrl } from '../../../support/redact.js';

/** True for a commit id: a full one, or an abbreviation that cannot be a tag or branch. */
export function isCommit(ref: string): boolean {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref) || (/^[0-9a-f]{7,39}$/.test(ref) && /[a-f]/.test(ref) && /\d/.test(ref));
}

/** A git source; `ref` is kept only if it is a commit. */
export function gitSource(url: string, ref?: string): ComponentSource {
  return { kind: 'git', url: redactUrl(url), ...(ref !== undefined && isCommit(ref) && { commit: ref }) };
}
