import { describe, expect, it } from 'vitest';
import { spdxTexts } from '../../../src/support/licenses/spdx-texts.js';
import { TextReader } from '../../../src/support/licenses/texts.js';

const texts = spdxTexts();
const reader = new TextReader(texts);
const textOf = (id: string) => texts.get(id) ?? '';
const mit = textOf('MIT');
const apache = textOf('Apache-2.0');
const before = 'The above copyright';

describe('the text of a licence', () => {
  it.each([
    ['with a name and years', mit.replace(/<year> <copyright holders>/, '2014-present Ada Lovelace and contributors'), 'MIT'],
    ['in a comment', mit.replace(/^/gm, ' * '), 'MIT'],
    ['in one line', apache.replace(/\s+/g, ' '), 'Apache-2.0'],
    ['in capitals, with other line ends', textOf('ISC').toUpperCase().replaceAll('\n', '\r\n'), 'ISC'],
    ['without its appendix', apache.replace(/END OF TERMS[\s\S]*/, ''), 'Apache-2.0'],
    ['of a maker', textOf('BSD-3-Clause').replace('the copyright holder nor', 'Example Inc. nor'), 'BSD-3-Clause'],
    ['without the licence it refers to', textOf('LGPL-3.0-only').split(/GNU GENERAL PUBLIC LICENSE\s+Version 3/)[0] ?? '', 'LGPL-3.0-only'],
    ['below a choice', `Dual licensed: use either, at your option.\n\n${mit}\n\n${apache}`, 'MIT OR Apache-2.0'],
    ['beside another', `${mit}\n\n${textOf('ISC')}`, 'MIT AND ISC'],
    ['by an identifier', '# SPDX-License-Identifier: GPL-2.0+ OR MIT\nint main;', 'GPL-2.0-or-later OR MIT'],
    [
      'by the header of a file',
      'This library is free software; you can redistribute it under the terms of the GNU Lesser General Public License as published by the Free Software Foundation; either version 2.1 of the License, or (at your option) any later version.',
      'LGPL-2.1-or-later',
    ],
  ])('%s is found', (_, text, expression) => {
    const found = reader.read(text);
    expect(found?.expression).toBe(expression);
    expect(found?.score).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    ['with a condition', mit.replace(before, `You must send a postcard to the maker of the Software.\n\n${before}`)],
    ['with a ban', mit.replace(before, `The Software may not be used by any bank.\n\n${before}`)],
    ['with a condition at its end', `${mit}\n\nAdditionally, users must show our logo in the product.`],
    [
      'a long one with a short clause',
      textOf('GPL-3.0-only').replace(
        '16. Limitation',
        'Whoever runs the program must show the logo of its maker in each window.\n\n16. Limitation',
      ),
    ],
    ['that grants less', mit.replace('without restriction', 'for evaluation')],
    ['without its disclaimer', mit.replace(/THE SOFTWARE IS PROVIDED[\s\S]*/, '')],
    ['that is only mentioned', 'This program is under the MIT license, which many people like to use for things.'],
    ['cut in half', apache.slice(0, apache.length / 2)],
    ['of nothing', ''],
  ])('%s is none', (_, text) => {
    expect(reader.read(text)).toBeUndefined();
  });

  it('of each kind is told from its neighbours', () => {
    const ids = [
      '0BSD',
      'BSD-2-Clause',
      'BSD-3-Clause',
      'BSD-3-Clause-Clear',
      'BSD-4-Clause',
      'ISC',
      'JSON',
      'MIT',
      'MIT-0',
      'X11',
      'Zlib',
      'MPL-1.1',
      'EPL-1.0',
      'EPL-2.0',
    ];
    expect(ids.map((id) => reader.read(textOf(id))?.expression)).toEqual(ids);
  });
});
