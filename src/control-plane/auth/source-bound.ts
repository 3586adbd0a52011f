import { Forbidden } from '../failures.js';
import type { Principal } from './principal.js';

/** Throws Forbidden when the credential may push for another source only. Every route that takes pushes asks this. */
export function requireOwnSource({ sourceId: bound }: Principal, sourceId: string | undefined): void {
  if (bound !== undefined && bound !== sourceId) throw new Forbidden('this credential is bound to another source');
}
