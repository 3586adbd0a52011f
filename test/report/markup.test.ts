import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { linkTarget, markup } from '../../src/report/escape.js';
import { render } from '../support/rendering.js';
import { sampleReports } from '../support/sample-reports.js';

/** Names of the elements, in order; throws when the text is not well-formed. */
function elementsOf(xml: string): string[] {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => void names.push(name));
  parser.write(xml).close();
  return names;
}

describe.each(['junit', 'graphml'] as const)('%s', (format) => {
  it.each(Object.entries(sampleReports))('of "%s" is well-formed XML', async (_name, make) => {
    expect(elementsOf(await render(format, make())).length).toBeGreaterThan(0);
  });
});

describe('JUnit', () => {
  it('has the numbers it announces', async () => {
    for (const make of Object.values(sampleReports)) {
      const text = await render('junit', make());
      const names = elementsOf(text);
      const of = (name: string) => names.filter((known) => known === name).length;
      expect(text).toContain(`<testsuites name="castellan" tests="${of('testcase')}" failures="${of('failure')}" errors="${of('error')}"`);
    }
  });
});

describe('escaping', () => {
  it('leaves no character that means something in markup, and is well-formed in XML', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(markup(text)).not.toMatch(/[<>"']/);
        expect(elementsOf(`<a b="${markup(text)}">${markup(text)}</a>`)).toEqual(['a']);
      }),
    );
  });

  it('makes links of web addresses only', () => {
    expect(linkTarget('https://example.org/a?b=c#d')).toBe('https://example.org/a?b=c#d');
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://a b',
      'https://a">',
      '//host',
      '',
      `https://${'a'.repeat(3_000)}`,
    ])
      expect(linkTarget(url)).toBeUndefined();
  });
});

describe.each(['html', 'graph-html'] as const)('%s', (format) => {
  it.each(['agents', 'hostile', 'many'])('of "%s" runs only its own script and loads nothing', async (name) => {
    const text = await render(format, sampleReports[name]!());
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? '';
    const [script = '', ...others] = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);
    expect(others).toEqual([]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain(createHash('sha256').update(script).digest('base64'));
    expect(() => new Function(script)).not.toThrow();
    const tags =
      text
        .replace(/ srcdoc="[^"]*"/, ' srcdoc=""')
        .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
        .match(/<[a-z][^>]*>/gi) ?? [];
    // The one frame holds the graph page: sandboxed, and from this text alone.
    const frames = tags.filter((tag) => tag.startsWith('<iframe'));
    expect(frames.filter((tag) => !/ sandbox="allow-scripts" loading="lazy" srcdoc="/.test(tag))).toEqual([]);
    expect(tags.filter((tag) => /^<(?:link|img|object|embed|base)\b|\s(?:src|style|on\w+)\s*=/i.test(tag))).toEqual([]);
  });

  it('holds evidence as text', async () => {
    const text = await render(format, sampleReports['hostile']!());
    expect(text).not.toContain('<script>alert(1)');
    expect(text).not.toContain('<img src=x');
  });
});

describe('the HTML report', () => {
  it('says of 30 000 findings how many it does not show', async () => {
    const text = await render('html', sampleReports['huge']!());
    expect(text.match(/ data-rank="/g)).toHaveLength(5_000);
    expect(text).toContain('25000 findings of lesser severity are not on this page');
  });

  it('explains each finding: why, fix, reach, match, references', async () => {
    const text = await render('html', sampleReports['agents']!());
    for (const term of ['Why', 'Fix', 'Reaches', 'Match', 'References']) expect(text).toContain(`<dt>${term}</dt>`);
    expect(text).toContain('credentials: API_KEY, GITHUB_TOKEN');
    expect(text).toContain('rel="noreferrer noopener"');
  });
});
