import type { InstalledReader } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';
import { isSensible, onePackage, unnamed } from './metadata.js';
import { METADATA } from './sizes.js';

const SPECIFICATION = /(?:^|\/)(?:specifications(?:\/default)?|rubygems-integration\/[^/]+\/specifications)\/[^/]+\.gemspec$/;

/** Installed gems, also those that come with Ruby. The specification is Ruby, so only its literals are read. */
export const gems: InstalledReader = {
  id: 'gem-installed',
  title: 'Ruby: `specifications/*.gemspec`, `specifications/default/*.gemspec`, `rubygems-integration`',
  ecosystem: 'RubyGems',
  kind: 'language',
  wants: (path) => (SPECIFICATION.test(path) ? { most: METADATA } : undefined),
  read(file) {
    const text = imageSource(file).text();
    const name = assigned(text, 'name');
    const version = assigned(text, 'version');
    if (!isSensible(name) || !isSensible(version)) return unnamed(file, 'name and version of a gem');
    const licenses = licensesOf(text);
    return onePackage({ name, version, ...(licenses.length > 0 && { licenses }) });
  },
};

/** `s.name = "rake".freeze`, `s.version = Gem::Version.new("13.0")`. */
function assigned(text: string, attribute: string): string | undefined {
  const line = new RegExp(String.raw`^[ \t]{0,16}\w{1,16}\.${attribute} {0,4}= {0,4}(?:Gem::Version\.new\()?["']([^"'\n]{1,200})["']`, 'm');
  return line.exec(text)?.[1];
}

/** `s.licenses = ["MIT".freeze, "BSD-2-Clause".freeze]`, `s.license = "MIT"` */
function licensesOf(text: string): string[] {
  const list = /^[ \t]{0,16}\w{1,16}\.licenses? {0,4}= {0,4}(.{1,400})$/m.exec(text)?.[1] ?? '';
  return [...list.matchAll(/["']([^"']{1,100})["']/g)].map(([, license = '']) => license);
}
