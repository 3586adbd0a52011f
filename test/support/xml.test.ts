import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/support/errors.js';
import { parseXml } from '../../src/support/xml.js';

describe('XML', () => {
  it('becomes a tree with texts, attributes and the lines of start tags', () => {
    const text = '<?xml version="1.0"?>\r\n<a\r\n  x="1"\r\n  y="&lt;">\r\n t<b/>u\r\n<c><![CDATA[<&>]]></c>\r\n</a>';
    expect(parseXml(text, 'x.xml')).toEqual({
      name: 'a',
      attributes: { x: '1', y: '<' },
      text: '\n tu\n\n',
      line: 2,
      children: [
        { name: 'b', attributes: {}, text: '', line: 5, children: [] },
        { name: 'c', attributes: {}, text: '<&>', line: 6, children: [] },
      ],
    });
  });

  it.each([
    ['an unclosed tag', '<a>\n<b></a>', 'unparsable'],
    ['a cut-off document', '<a><b/>', 'unparsable'],
    ['an empty text', '', 'unparsable'],
    ['an unknown entity', '<a>&x;</a>', 'unparsable'],
    ['a DOCTYPE with an entity that points at a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>', 'unparsable'],
    ['nesting without end', '<a>'.repeat(100_000), 'too_deep'],
  ])('refuses %s', (_, text, issue) => {
    expect(() => parseXml(text, 'x.xml')).toThrow(expect.objectContaining({ issue, where: 'x.xml' }));
  });

  it('names the line of a mistake', () => {
    expect(() => parseXml('<a>\n<b>\n</c></a>', 'x.xml')).toThrow(expect.objectContaining({ line: 3 }));
  });

  it('accepts or refuses any text, and never crashes', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<a x="1"/>',
      '&amp;',
      '<![CDATA[',
      ']]>',
      '<!--',
      '-->',
      '<?x ?>',
      'text',
      '"',
      '<',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        try {
          expect(parseXml(pieces.join(''), 'x.xml').name).toBe('a');
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});
