import type { OriginPackage } from '../../model/component.js';

/**
 * The source package from the file name of a source rpm, `glibc-2.34-60.el9.src.rpm`: the last two dashes separate
 * name, version, release.
 */
export function originOfSourceRpm(file: string): OriginPackage | undefined {
  const match = /^(.{1,512})-([^-]{1,256}-[^-]{1,256})\.(?:no)?src\.rpm$/.exec(file);
  return match?.[1] && match[2] ? { name: match[1], version: match[2] } : undefined;
}
