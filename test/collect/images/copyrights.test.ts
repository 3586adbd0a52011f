import { describe, expect, it } from 'vitest';
import { copyrightFiles, withCopyrights } from '../../../src/collect/images/copyrights.js';
import { dpkg } from '../../../src/collect/images/installed/dpkg.js';
import type { PackageRecord } from '../../../src/collect/reader.js';
import { memoryImage } from '../../support/memory-image.js';

const FORMAT = 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n';
const copyright = (license: string) => `${FORMAT}\nFiles: *\nCopyright: 2020 Somebody\nLicense: ${license}\n`;
const at = (name: string) => `usr/share/doc/${name}/copyright`;

/** What the packages are said to be licensed under, of an image with these files. */
function licensesOf(names: readonly string[], files: Record<string, string>, links: Record<string, string> = {}) {
  const packages = names.map((name): PackageRecord => ({ name, version: '1.0-1' }));
  const [result] = withCopyrights([{ reader: dpkg, packages }], memoryImage(files, links));
  return Object.fromEntries((result?.packages ?? []).map(({ name, licenses }) => [name, licenses]));
}

describe('licences of the Debian packages of an image', () => {
  it('are those of their copyright files', () => {
    const files = { [at('heron')]: copyright('Expat'), [at('ibis')]: copyright('GPL-2+'), [at('stork')]: copyright('House-License') };
    expect(licensesOf(['heron', 'ibis', 'stork'], files)).toEqual({ heron: ['MIT'], ibis: ['GPL-2.0-or-later'], stork: ['House-License'] });
  });

  it('are found where a package shares the folder of another', () => {
    const files = { [at('heron')]: copyright('Expat') };
    expect(licensesOf(['heron-dev'], files, { 'usr/share/doc/heron-dev': 'usr/share/doc/heron' })).toEqual({ 'heron-dev': ['MIT'] });
  });

  it('stay unknown where the file is free text or missing', () => {
    expect(licensesOf(['heron', 'ibis'], { [at('heron')]: 'It may be copied under the GPL.\n' })).toEqual({});
  });

  it('are kept of a layer only in the form that machines read', () => {
    const { head } = copyrightFiles.wants(at('heron')) ?? {};
    expect([copyright('Expat'), 'It may be copied.\n'].map((text) => head?.(new TextEncoder().encode(text)))).toEqual([true, false]);
    expect(copyrightFiles.wants('usr/share/doc/heron/README')).toBeUndefined();
  });
});
