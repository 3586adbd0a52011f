import { atConfig, atFile, type ImageRule } from './image-rule.js';

const DAY_MS = 86_400_000;
/** Days after the end of support in which a finding is only medium. */
const GRACE_DAYS = 90;

export const systemRules: readonly ImageRule[] = [
  {
    id: 'image-os-end-of-life',
    family: 'images',
    title: 'The distribution in the image gets no more fixes',
    severity: 'high',
    confidence: 'high',
    rationale:
      'Nobody publishes fixes for its packages any more, and new vulnerabilities are no longer recorded: few known ones mean nothing.',
    fix: 'Build on a supported release of the distribution.',
    references: ['CWE-1104', 'https://endoflife.date/'],
    *check(image) {
      const { system, today } = image;
      if (!system?.eol || system.eol >= today) return;
      const days = (Date.parse(today) - Date.parse(system.eol)) / DAY_MS;
      const { extended_support: extended } = system;
      const more = extended ? `; ${extended.name}, which must be bought, runs until ${extended.until}` : '';
      const evidence = `${system.id} ${system.version ?? ''} was supported until ${system.eol}${more}`;
      yield atFile(image, { path: 'etc/os-release' }, evidence, days <= GRACE_DAYS ? { severity: 'medium' } : {});
    },
  },
  {
    id: 'image-sudo-installed',
    family: 'images',
    title: 'sudo is installed in the image',
    severity: 'none',
    confidence: 'high',
    rationale: 'A container has no administrators to change to, and sudo has had faults that give root to every user.',
    fix: 'Leave sudo out; do what needs root in the Dockerfile, before `USER`.',
    references: ['CWE-250'],
    *check(image) {
      if (image.systemPackages.includes('sudo')) yield atConfig(image, 'sudo', 'sudo');
    },
  },
  {
    id: 'image-latest-base',
    family: 'images',
    title: 'The base image is named by a tag that moves',
    severity: 'none',
    confidence: 'high',
    rationale: 'Two builds of one Dockerfile may give two different images.',
    fix: 'Name the base by version and digest: `FROM debian:12.5@sha256:…`.',
    references: ['https://docs.docker.com/build/building/best-practices/#pin-base-image-versions'],
    *check(image) {
      const { baseName: name } = image;
      if (name !== undefined && !name.includes('@') && /(?:^|\/)[^/:]+(?::latest)?$/.test(name))
        yield atConfig(image, 'base', name.slice(0, 200));
    },
  },
];
