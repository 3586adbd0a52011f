import { describe, expect, it } from 'vitest';
import { officeText } from '../../../src/collect/skills/office-text.js';

const document = (body: string) => `<w:document xmlns:w="urn:w"><w:body>${body}</w:body></w:document>`;
const run = (words: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${words}</w:t></w:r>`;
const paragraph = (words: string, properties = '') => `<w:p>${run('The tide turns.')}${run(words, properties)}</w:p>`;
const textOf = (body: string) => officeText('word/document.xml', document(body));

describe('text of an office document', () => {
  it('keeps paragraphs and joins the runs of one', () => {
    expect(textOf(`<w:p>${run('Har')}${run('bour')}</w:p><w:p>${run('Boats &amp; nets')}</w:p>`)).toEqual({
      text: 'Harbour\nBoats & nets\n',
    });
  });

  it.each(['<w:vanish/>', '<w:vanish w:val="1"/>', '<w:color w:val="ffffff"/>', '<w:sz w:val="2"/>'])('conceals a run with %s', (how) => {
    expect(textOf(paragraph('Boats stay in.', how)).text).toBe('The tide turns.\u001b[8mBoats stay in.\u001b[28m\n');
  });

  it.each([
    paragraph('Boats stay in.', '<w:vanish w:val="false"/>'),
    paragraph('Boats stay in.', '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>'),
    `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="1F3864"/></w:tcPr>${paragraph('Head', '<w:color w:val="FFFFFF"/>')}</w:tc></w:tr></w:tbl>`,
    `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc>${paragraph('Head', '<w:color w:val="FFFFFF"/>')}</w:tc></w:tr></w:tbl>`,
    `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('Boats stay in.')}</w:p>`,
  ])('leaves alone what people can read: %s', (body) => {
    expect(textOf(body).text).not.toContain('\u001b');
  });

  it('says that markup cannot be read, and gives its words', () => {
    const { text, unread } = officeText('word/document.xml', '<w:p><w:t>Boats stay in.</w:p>');
    expect(text).toBe('Boats stay in.\n');
    expect(unread).toContain('not valid XML');
  });
});
