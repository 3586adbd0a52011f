import { kindOfFamily, type RuleInfo, ruleFamilies } from '../../src/detect/contract/rule.js';
import { familyTitles, ruleCatalogue } from '../../src/detect/rule-catalogue.js';
import { bearsOn } from '../../src/policy/compliance/bearing.js';
import { frameworks } from '../../src/policy/compliance/registry.js';
import { ruleMarks } from '../../src/policy/compliance/rule-marks.js';
import type { RuleExamples, Sample } from '../../src/system/guide-files.js';
import { type Html, html, raw } from './html.js';
import { rulePath } from './links.js';

/** The page that tells about a family as a whole, and whether a comment in the file sets a rule aside there. */
const FAMILY_PAGES: Readonly<Record<RuleInfo['family'], { page: string; commented?: true }>> = {
  'mcp-config': { page: 'agents' },
  tools: { page: 'mcp-tools' },
  skills: { page: 'skills' },
  models: { page: 'models' },
  cloud: { page: 'connect' },
  iac: { page: 'iac', commented: true },
  images: { page: 'images' },
  secrets: { page: 'secrets', commented: true },
  licenses: { page: 'licences' },
};

/** The page of each rule, by its path in the site. */
export function rulePages(examples: ReadonlyMap<string, RuleExamples>): ReadonlyMap<string, string> {
  const byFamily = ruleFamilies.map((family) => ruleCatalogue().filter((rule) => rule.family === family));
  return new Map(
    byFamily.flatMap((rules) =>
      rules.map((rule, at) => [rulePath(rule.id), rulePage(rule, examples.get(rule.id), rules[at - 1], rules[at + 1])]),
    ),
  );
}

function rulePage(rule: RuleInfo, examples: RuleExamples | undefined, before?: RuleInfo, after?: RuleInfo): string {
  const { id, family, title, severity, confidence, rationale, fix, references } = rule;
  return html`<h1>${title}</h1>
<p class="marks"><code>${id}</code> <span class="severity ${severity}">${severity}</span> <span class="quiet">confidence ${confidence} · ${familyTitles[family]}</span></p>
<h2 id="why">Why it matters</h2>
<p>${rationale}</p>
${examples && html`<h2 id="examples">Examples</h2>\n<div class="pair">${side('Bad', examples.bad)}${side('Good', examples.good)}</div>\n`}
<h2 id="fix">What to do</h2>
${fix.includes('\n') ? html`<pre><code>${fix}</code></pre>` : html`<p>${raw(linked(fix))}</p>`}
<h2 id="ignore">To set it aside</h2>
${ignoring(rule)}
<h2 id="references">References</h2>
<ul>${references.map((reference) => html`<li>${referenceOf(reference)}</li>`)}</ul>
${bearing(rule)}
<nav class="beside" aria-label="Rules beside this one">${step(before, 'prev', 'Before')}${step(after, 'next', 'Next')}</nav>
`.text;
}

function side(word: 'Bad' | 'Good', { file, text, line, note }: Sample): Html {
  const lines = text.split('\n').map((each, at) => (at + 1 === line && word === 'Bad' ? html`<mark>${each}</mark>` : html`${each}`));
  const where = [file === undefined ? undefined : html`<code>${file}</code>`, note && html`${note}`].flatMap((part, at) =>
    part ? [at === 0 ? part : html`, ${part}`] : [],
  );
  return html`<figure class="${word.toLowerCase()}"><figcaption><b>${word}</b> ${where}</figcaption><pre><code>${lines.flatMap((each, at) => (at === 0 ? [each] : ['\n', each]))}</code></pre></figure>`;
}

function ignoring({ id, family }: RuleInfo): Html {
  const { page, commented } = FAMILY_PAGES[family];
  const comment =
    commented &&
    html`<p>A comment on the line, or alone above it, sets it aside there:</p>
<pre><code># castellan:ignore ${id} -- the reason [until=2027-06-30]</code></pre>
<p>For files without comments, in <code>castellan.yaml</code>:</p>`;
  return html`${comment ?? html`<p>In <code>castellan.yaml</code>, or a file given with <code>--ignore-file</code>:</p>`}
<pre data-language="yaml"><code>ignores:
  - id: ${id}
    path: path/of/the/file
    reason: why it does no harm here
    expires: 2027-06-30</code></pre>
<p>It stays in every report, marked. More: <a href="../gates.html#ignores-and-exceptions">ignores and exceptions</a>, <a href="../${page}.html">${familyTitles[family].toLowerCase()}</a>.</p>`;
}

function referenceOf(reference: string): Html {
  const weakness = /^CWE-(\d+)$/.exec(reference)?.[1];
  if (weakness === undefined) return raw(linked(reference));
  return html`<a href="https://cwe.mitre.org/data/definitions/${weakness}.html">${reference}</a>`;
}

/** Controls of frameworks that a finding of the rule speaks against. */
function bearing({ id, family, references }: RuleInfo): Html | undefined {
  const cwes = references.filter((reference) => reference.startsWith('CWE-'));
  const finding = { kind: kindOfFamily(family), rule: id, cwes };
  const rows = frameworks.flatMap(({ id: framework, title, controls }) => {
    const against = controls.filter((control) => bearsOn(finding, control, ruleMarks())).map((control) => control.id);
    return against.length === 0 ? [] : [html`<li><a href="../compliance.html#${framework}">${title}</a>: ${against.join(', ')}</li>`];
  });
  return rows.length === 0 ? undefined : html`<h2 id="frameworks">Frameworks it bears on</h2>\n<ul>${rows}</ul>`;
}

function step(rule: RuleInfo | undefined, rel: string, word: string): Html | undefined {
  return rule && html`<a rel="${rel}" href="../${rulePath(rule.id)}"><small>${word}</small>${rule.id}</a>`;
}

/** A text with its addresses as links. */
function linked(text: string): string {
  return html`${text}`.text.replace(/https?:\/\/[^\s<]+[^\s<.,;:)]/g, (url) => `<a href="${url}">${url}</a>`);
}
