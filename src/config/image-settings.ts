import type { Setting } from './setting.js';

const group = 'what to scan';
const INVENTORY = ['scan', 'sbom', 'licenses'] as const;

/**
 * How images are read. Nothing about registries and limits can be set in castellan.yaml: a scanned project must not decide who gets a
 * password, and what fits on this disk.
 */
export const imageSettings = {
  image: {
    flag: '--image <reference|file>',
    type: 'list',
    common: true,
    group,
    help: 'read this image: registry, archive, docker:app; repeatable',
    commands: INVENTORY,
  },
  platform: {
    flag: '--platform <os/architecture>',
    type: 'text',
    group,
    help: 'which image of several to read: linux/arm64',
    commands: ['scan'],
  },
  imageCache: {
    flag: '--no-image-cache',
    yaml: 'image_cache',
    type: 'flag',
    default: 'true',
    group,
    help: 'read every layer of an image anew, and keep nothing of it',
    commands: INVENTORY,
  },
  imageLimit: {
    flag: '--image-limit <name=amount>',
    type: 'list',
    group,
    help: 'another ceiling: image, layer, memory or scratch=64GiB, entries=1000; repeatable',
    commands: INVENTORY,
  },
  registryUser: {
    flag: '--registry-user <user@host>',
    env: 'REGISTRY_USER',
    type: 'text',
    group,
    help: 'who reads the images of this registry',
    commands: INVENTORY,
  },
  registryPassword: { env: 'REGISTRY_PASSWORD', type: 'text', group, help: 'password or token of that user', commands: INVENTORY },
  registryPasswordFile: {
    flag: '--registry-password-file <file>',
    env: 'REGISTRY_PASSWORD_FILE',
    type: 'text',
    needs: ['registryUser'],
    group,
    help: 'file with that password; - is standard input',
    commands: INVENTORY,
  },
  registryPlainHttp: {
    flag: '--registry-plain-http <host>',
    type: 'list',
    group,
    help: 'this registry speaks http without TLS; repeatable',
    commands: INVENTORY,
  },
  registryMirror: {
    flag: '--registry-mirror <mirror|file>',
    type: 'list',
    group,
    help: 'ask HOST=MIRROR first, or the mirrors of a registries.conf or daemon.json; repeatable',
    commands: INVENTORY,
  },
} as const satisfies Record<string, Setting>;
