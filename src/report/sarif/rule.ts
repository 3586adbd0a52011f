import type { ReportingDescriptor } from 'sarif';
import type { Finding } from '../../model/finding.js';
import { compareText } from '../../support/compare-text.js';
import { safeText, truncate } from '../../support/terminal.js';
import { linkTarget, markdownText } from '../escape.js';
import { kindWord } from '../words.js';
import { levelOf, securitySeverity } from './severity.js';

/** GitHub's limits on the number of a rule's tags, and on the length of its texts. */
const MAX_TAGS = 20;
const MAX_TEXT = 1_000;

/** One rule for each id, described by the worst finding with that id; sorted by id. */
export function ruleObjects(worstFirst: readonly Finding[]): ReportingDescriptor[] {
  const rules = new Map<string, ReportingDescriptor>();
  for (const finding of worstFirst) if (!rules.has(finding.id)) rules.set(finding.id, ruleOf(finding));
  return [...rules.values()].sort((a, b) => compareText(a.id, b.id));
}

function ruleOf(finding: Finding): ReportingDescriptor {
  const title = cut(finding.title) || finding.id;
  const links = finding.references.flatMap((url) => linkTarget(url) ?? []);
  const rule: ReportingDescriptor = {
    id: finding.id,
    shortDescription: { text: title },
    fullDescription: { text: cut(finding.why) || title },
    help: { text: `${cut(finding.why)}\n${cut(finding.fix)}`.trim() || title, markdown: markdownHelp(finding, links) },
    defaultConfiguration: { level: levelOf(finding) },
    properties: { 'security-severity': securitySeverity(finding), precision: precisionOf(finding), tags: tagsOf(finding) },
  };
  if (links[0] !== undefined) rule.helpUri = links[0];
  return rule;
}

function markdownHelp(finding: Finding, links: readonly string[]): string {
  const sections = [
    markdownText(cut(finding.why)),
    finding.fix === '' ? '' : `**Fix:** ${markdownText(cut(finding.fix))}`,
    finding.aliases.length === 0 ? '' : `**Also known as:** ${finding.aliases.map(markdownText).join(', ')}`,
    links
      .slice(0, 10)
      .map((url) => `- <${url}>`)
      .join('\n'),
  ];
  return sections.filter((section) => section !== '').join('\n\n') || finding.id;
}

const PRECISION = { high: 'very-high', medium: 'high', low: 'medium' } as const;

function precisionOf(finding: Finding): string {
  return PRECISION[finding.confidence];
}

/** The tag `security` makes code scanning show a security alert; CWEs are written as its filters expect. */
function tagsOf(finding: Finding): string[] {
  const cwes = finding.cwes.flatMap((cwe) => {
    const number = /^CWE-(\d{1,5})$/i.exec(cwe)?.[1];
    return number === undefined ? [] : [`external/cwe/cwe-${number.padStart(3, '0')}`];
  });
  const marks = finding.kev === 'listed' ? ['known-exploited'] : [];
  const tags = [
    'security',
    kindWord(finding.kind).toLowerCase().replaceAll(' ', '-'),
    ...marks,
    ...cwes,
    ...finding.aliases.map((alias) => safeText(alias).slice(0, 100)),
  ];
  return [...new Set(tags)].slice(0, MAX_TAGS);
}

/** A text of the evidence as one safe line within GitHub's limit. */
export function cut(text: string): string {
  return truncate(safeText(text.slice(0, MAX_TEXT * 2)), MAX_TEXT);
}
