import { Unprocessable } from '../failures.js';
import type { ControlPlane } from '../plane.js';
import type { ReadArtifact } from './read-artifact.js';

export type ArtifactFormat = 'sarif' | 'cyclonedx' | 'spdx';

/** Reads a document that is already redacted. Throws Unprocessable or InputError when nothing can be made of it. */
export async function readArtifact(format: ArtifactFormat, document: unknown, plane: ControlPlane): Promise<ReadArtifact> {
  if (format === 'sarif') {
    if (typeof document === 'string') throw new Unprocessable('document: expected JSON');
    const { readSarif } = await import('./sarif.js');
    return readSarif(document);
  }
  const { readSbom } = await import('./sbom.js');
  return readSbom(format, document, plane);
}
