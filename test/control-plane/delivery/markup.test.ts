import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adaptiveCard } from '../../../src/control-plane/delivery/markup/adaptive-card.js';
import { adf } from '../../../src/control-plane/delivery/markup/adf.js';
import { html } from '../../../src/control-plane/delivery/markup/html.js';
import { markdown } from '../../../src/control-plane/delivery/markup/markdown.js';
import { mrkdwn } from '../../../src/control-plane/delivery/markup/mrkdwn.js';
import { wiki } from '../../../src/control-plane/delivery/markup/wiki.js';
import type { Block, Notice } from '../../../src/control-plane/delivery/notice.js';

/** A notice that says the same text in each of its parts. */
function saying(text: string): Notice {
  const blocks: Block[] = [
    { kind: 'text', text },
    { kind: 'fields', fields: [['Problem', text]] },
    { kind: 'list', items: [text] },
  ];
  return { title: text, severity: 'high', blocks };
}

const asCode = (text: string): Notice => ({ title: '', severity: 'high', blocks: [{ kind: 'code', text }] });
const marks = fc.string({ unit: fc.constantFrom(...'<>&"\'`*_~|{}[]()!#@-+\\/:.ax1 '), minLength: 1, maxLength: 40 });

describe('other people’s text', () => {
  it('is nothing but text in Jira’s documents and in Adaptive Cards', () => {
    fc.assert(
      fc.property(marks, (text) => {
        for (const made of [adf(saying(text)), adaptiveCard(saying(text))]) {
          const texts = [...JSON.stringify(made).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(([, value = '']) => JSON.parse(value));
          expect(texts.some((one) => one.includes(text))).toBe(true);
        }
      }),
    );
  });

  it('has no character of Jira’s wiki markup', () => {
    fc.assert(
      fc.property(marks, (text) => {
        const made = wiki(saying(text)).replace(/^\* (?:\*Problem:\* )?/gm, '');
        expect(made.replace(/&#\d+;|&amp;/g, '')).not.toMatch(/[\\{}[\]*_+^~?!|#@-]/);
      }),
    );
  });

  it('begins no mention, link or channel in Slack', () => {
    fc.assert(
      fc.property(marks, (text) => {
        expect(mrkdwn(saying(text))).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
      }),
    );
    expect(mrkdwn(asCode('a ``` <!here>'))).toBe("```a ''' &lt;!here&gt;```");
  });

  it('is escaped, mentions nobody and refers to nothing in Markdown', () => {
    fc.assert(
      fc.property(marks, (text) => {
        const made = markdown(saying(text)).replaceAll('**Problem:**', '').replace(/^- /gm, '');
        expect(made.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
        expect(made).not.toMatch(/[@#][a-z1]/i);
      }),
    );
  });

  it('cannot end the block of code it is in', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' '), maxLength: 20 }), (text) => {
        const [fence = '', ...rest] = markdown(asCode(text)).split('\n');
        expect(rest.at(-1)).toBe(fence);
        expect(text).not.toContain(fence);
      }),
    );
  });

  it('is no element, attribute or entity in HTML', () => {
    fc.assert(
      fc.property(marks, (text) => {
        const made = html(saying(text)).replace(/<\/?(?:p|ul|li|b)>/g, '');
        expect(made).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
      }),
    );
  });
});
