import { InputError } from '../../../support/errors.js';
import { sbomReaders } from '../../sbom/registry.js';
import type { InstalledReader } from '../contract/installed-reader.js';
import { imageContext, imageSource } from './image-source.js';
import { METADATA } from './sizes.js';

const PLACES = /^(?:opt\/bitnami\/(?:[^/]+\/){0,8}\.spdx-[^/]+\.spdx|usr\/share\/sbom\/[^/]+|var\/lib\/db\/sbom\/[^/]+\.json)$/;
/** Formats tell themselves in their first bytes. */
const HEAD = 64 * 1024;

/** Lists of materials that a builder left in the image, for what leaves no other trace. */
export const sboms: InstalledReader = {
  id: 'image-sbom',
  title: 'SBOMs in the image: `opt/bitnami/**/.spdx-*.spdx`, `usr/share/sbom`, `var/lib/db/sbom`',
  ecosystem: '',
  kind: 'sbom',
  wants: (path) => (PLACES.test(path) ? { most: METADATA } : undefined),
  async read(file, tree) {
    const head = new TextDecoder().decode(file.bytes().subarray(0, HEAD));
    const reader = sbomReaders.find((candidate) => candidate.recognises?.(head));
    if (!reader) throw new InputError({ where: file.path, issue: 'unsupported_format', message: 'no SBOM of a format we read' });
    const { packages, issues, unidentified = [] } = await reader.read(imageSource(file), imageContext(file, tree));
    const unnamed = unidentified.filter(({ aside }) => !aside).length;
    return {
      packages,
      issues: [
        ...issues,
        ...(unnamed === 0
          ? []
          : [{ kind: 'unidentified' as const, reason: `${unnamed} of its components have no package URL`, note: true as const }]),
      ],
    };
  },
};
