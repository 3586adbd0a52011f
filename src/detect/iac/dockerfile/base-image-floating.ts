import { iacRule } from '../contract/iac-rule.js';
import { imageParts } from '../contract/image-name.js';
import { askText, failIf } from '../contract/values.js';
import { dockerStages } from '../views/dockerfile.js';

export const baseImageFloating = iacRule({
  id: 'dockerfile-base-image-floating',
  formats: ['dockerfile'],
  title: 'Base image without tag or with latest',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The base image is bound to no version, so the same file builds another image tomorrow, whoever can write the tag.',
  fix: 'Name a version, better with its digest: `FROM python:3.13-slim@sha256:…`.',
  references: ['CWE-829', 'https://docs.docker.com/build/building/best-practices/#pin-base-image-versions'],
  view: dockerStages,
  check(stage) {
    const { image } = stage;
    if (stage.base || !image) return undefined;
    const isFloating = askText(image, { whole: floats, part: partFloats }, { is: false, at: stage.at });
    const name = image.kind === 'scalar' ? String(image.value) : (image.kind === 'unknown' && image.expression) || '';
    return failIf(isFloating, { evidence: `FROM ${name}`, at: stage.at });
  },
});

function floats(image: string): boolean {
  if (image.toLowerCase() === 'scratch') return false;
  const { tag, digest } = imageParts(image);
  return digest === undefined && (tag === undefined || tag === 'latest');
}

/** A known end with a tag or digest decides; a missing one may be part of what nobody knows. */
function partFloats(pieces: readonly (string | null)[]): boolean | undefined {
  const last = pieces.at(-1);
  if (pieces.some((piece) => piece?.includes('@sha256:'))) return false;
  return last?.includes('/') || last?.startsWith(':') ? floats(`x${last}`) : undefined;
}
