import { describe, expect, it } from 'vitest';
import { readDebianCopyright } from '../../../src/support/licenses/debian-copyright.js';

const head = 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: tool\n';
const stanza = (files: string, license: string) =>
  `\nFiles: ${files}\nCopyright: 2020 Somebody\nLicense: ${license}\n Text of the licence,\n .\n in several paragraphs.\n`;

describe("Debian's copyright file", () => {
  it('joins the licences of all files, and leaves the packaging out', () => {
    const text =
      head + stanza('*', 'GPL-2+ or Artistic-2.0') + stanza('lib/*\n lib2/*', 'Expat') + stanza('debian/*', 'GPL-3') + stanza('x', 'Expat');
    expect(readDebianCopyright(text)).toEqual({
      expression: '(GPL-2.0-or-later OR Artistic-2.0) AND MIT',
      written: ['GPL-2+ or Artistic-2.0', 'Expat'],
    });
  });

  it('says no more than it knows where a name is no licence', () => {
    expect(readDebianCopyright(head + stanza('*', 'Expat') + stanza('doc/*', 'public-domain'))).toEqual({
      written: ['Expat', 'public-domain'],
    });
    expect(readDebianCopyright(head + stanza('*', ''))).toBeUndefined();
  });

  it('may have one licence in its head, and line ends of another system', () => {
    expect(readDebianCopyright(`${head}License: Zlib\n`.replaceAll('\n', '\r\n'))?.expression).toBe('Zlib');
  });

  it.each(['', 'This package was debianized by Somebody.\n\nLicense: MIT\n', 'Format: x\n\nFiles: *\nLicense: MIT\n', '\n\n:::'])(
    'in another form is not read: %j',
    (text) => {
      expect(readDebianCopyright(text)).toBeUndefined();
    },
  );
});
