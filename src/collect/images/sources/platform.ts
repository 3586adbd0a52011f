import { InputError } from '../../../support/errors.js';

/** An operating system and architecture that an image is for. */
export interface Platform {
  os: string;
  architecture: string;
  variant?: string;
}

/** `linux/arm64`, `linux/arm/v7`. */
export function platformText({ os, architecture, variant }: Platform): string {
  return [os, architecture, ...(variant === undefined ? [] : [variant])].join('/').slice(0, 100);
}

const WORD = /^[\w.-]{1,40}$/;

/** Throws InputError for a text that names no platform. */
export function parsePlatform(text: string): Platform {
  const [os, architecture, variant, ...more] = text.split('/');
  if (!os || !architecture || more.length > 0 || ![os, architecture, variant ?? 'x'].every((word) => WORD.test(word)))
    throw new InputError({
      where: '--platform',
      issue: 'unsupported_config',
      message: 'expected OS/ARCHITECTURE[/VARIANT], such as linux/arm64',
    });
  return { os, architecture, ...(variant !== undefined && { variant }) };
}

const NODE_ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386', ppc64: 'ppc64le' };

/** Images are for Linux, whatever runs here. */
export function ownPlatform(architecture: string): Platform {
  return { os: 'linux', architecture: NODE_ARCHITECTURES[architecture] ?? architecture };
}

/** How well an offered platform serves a wanted one; 0: not at all. */
export function fitOf(offered: Platform, wanted: Platform): number {
  if (offered.os !== wanted.os || offered.architecture !== wanted.architecture) return 0;
  const variants = wanted.variant === undefined ? preferred(wanted.architecture) : [wanted.variant];
  const own = offered.variant ?? (wanted.architecture === 'arm64' ? 'v8' : undefined);
  if (own === undefined) return wanted.variant === undefined || wanted.architecture !== 'arm' ? 1 : 0;
  const rank = variants.indexOf(own);
  if (rank !== -1) return 10 - rank;
  return wanted.variant === undefined ? 1 : 0;
}

function preferred(architecture: string): string[] {
  if (architecture === 'arm64') return ['v8'];
  return architecture === 'arm' ? ['v7', 'v6', 'v5'] : [];
}
