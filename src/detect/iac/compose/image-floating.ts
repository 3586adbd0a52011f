import { iacRule } from '../contract/iac-rule.js';
import { imageParts } from '../contract/image-name.js';
import { askText, failIf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

const MOVING = /^(?:latest|main|master|edge|nightly|dev|develop|stable)$/i;

export const imageFloating = iacRule({
  id: 'compose-image-floating',
  formats: ['compose'],
  title: 'Image without tag or with a moving one',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The next pull changes what runs, whoever can write the tag.',
  fix: 'Name a version, better with its digest: `image: redis:7.4.2@sha256:…`.',
  references: ['CWE-829', 'https://docs.docker.com/reference/compose-file/services/#image'],
  view: composeServices,
  check(service) {
    const image = service.get('image');
    if (!image || service.get('build')) return undefined;
    const isFloating = askText(image, { whole: floats, part: partFloats }, { is: false, at: service.at });
    return failIf(isFloating, { evidence: `image: ${service.imageName}` });
  },
});

function floats(image: string): boolean {
  const { tag, digest } = imageParts(image);
  return digest === undefined && (tag === undefined || MOVING.test(tag));
}

/** A known end with a tag or digest decides; a missing one may be part of what nobody knows. */
function partFloats(pieces: readonly (string | null)[]): boolean | undefined {
  const last = pieces.at(-1);
  if (pieces.some((piece) => piece?.includes('@sha256:'))) return false;
  return last?.includes('/') || last?.startsWith(':') ? floats(`x${last}`) : undefined;
}
