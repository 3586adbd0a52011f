import { atFile, type ImageRule } from './image-rule.js';

/** Programs that need another user's rights to do what they are for. */
const KNOWN_SETUID = new Set(
  `su sudo mount umount passwd chsh chfn newgrp gpasswd ping ping6 unix_chkpwd ssh-keysign fusermount fusermount3 pkexec
  polkit-agent-helper-1 dbus-daemon-launch-helper chage expiry wall write ssh-agent newuidmap newgidmap crontab`.split(/\s+/),
);
const INTERPRETERS =
  /^(?:(?:ba|da|a|z|k|c|tc|fi)?sh|busybox|python[\d.]*|perl[\d.]*|ruby[\d.]*|node(?:js)?|php[\d.]*|lua[\d.]*|tclsh[\d.]*|env|find|vim?|awk|gawk)$/;

export const fileRules: readonly ImageRule[] = [
  {
    id: 'image-setuid-file',
    family: 'images',
    title: 'A program runs with the rights of its owner',
    severity: 'medium',
    confidence: 'high',
    rationale:
      "No package of the system brought it, so nobody keeps it safe; a fault in it gives its owner's rights to every user in the container.",
    fix: 'Remove the bit in the Dockerfile: `RUN chmod u-s,g-s FILE`, or run the container with `--security-opt no-new-privileges`.',
    references: ['CWE-250', 'CWE-732'],
    *check(image) {
      for (const { path, layer, mode } of image.setuid) {
        const name = path.slice(path.lastIndexOf('/') + 1);
        if (KNOWN_SETUID.has(name)) continue;
        const bits = [...((mode & 0o4000) !== 0 ? ['setuid'] : []), ...((mode & 0o2000) !== 0 ? ['setgid'] : [])].join(', ');
        yield atFile(image, { path, layer }, bits, INTERPRETERS.test(name) ? { severity: 'high' } : {});
      }
    },
  },
  {
    id: 'image-world-writable',
    family: 'images',
    title: 'Every user may change a program or a setting',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Whoever takes over any process in the container can put their own code or settings where other users run them.',
    fix: 'Take the right away in the Dockerfile: `RUN chmod o-w FILE`.',
    references: ['CWE-732'],
    *check(image) {
      for (const { path, layer, mode, kind } of image.worldWritable)
        yield atFile(image, { path, layer }, `${kind} with mode ${mode.toString(8).padStart(4, '0')}`);
    },
  },
  {
    id: 'image-package-manager-cache',
    family: 'images',
    title: 'The image keeps what a package manager fetched',
    severity: 'none',
    confidence: 'high',
    rationale: 'The files make the image larger and are never used again.',
    fix: 'Remove them in the same `RUN`: `rm -rf /var/lib/apt/lists/*`, `apk add --no-cache`, `pip install --no-cache-dir`.',
    references: ['https://docs.docker.com/build/building/best-practices/'],
    *check(image) {
      for (const { path, layer } of image.caches) yield atFile(image, { path, layer }, '');
    },
  },
];
