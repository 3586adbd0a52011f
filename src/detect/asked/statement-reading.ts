import type { SkillBundle } from '../../model/ai-evidence.js';
import { compareSeverity, type Severity } from '../../model/severity.js';
import { frontMatterOf, textField } from '../../support/front-matter.js';
import { LineCursor } from '../../support/line-index.js';
import { quote } from '../../support/quote.js';
import { findHits } from '../skills/analysis.js';
import { skillRules } from '../skills/registry.js';
import { type ActFrame, frameOfAct } from '../text/frames/act-frame.js';
import { antecedentOf } from '../text/frames/judge-acts.js';
import type { Concept } from '../text/lexicon/concepts.js';
import { opinionOf } from '../text/opinion/opinion.js';
import { quotedStatement } from '../text/quoted.js';
import type { TextDocument } from '../text/reading/document.js';
import { readStatements } from '../text/reading/read-statements.js';
import { isForbidden, type Statement, wordOf } from '../text/reading/statement.js';
import { ACTS, hostsIn, MANNERS, THINGS } from '../text/reason.js';
import { textRule } from '../text/rules/registry.js';
import { weakSignsOf } from './weak-signs.js';

/** Words of a statement by the concept they stand for. */
export type WordsByConcept = Readonly<Record<string, readonly string[]>>;

/** Who does what to what, and how that is said. */
export interface StatementFrame {
  act: string;
  /** The act's own word. */
  verb: string;
  /** A shape, such as `credential`, or the classes of the words that name it. */
  object: readonly string[];
  destination?: string;
  polarity: 'ordered' | 'forbidden';
  speaker: 'text' | 'others';
  conditional: boolean;
}

/** What the rules read in one statement of a text, and what came of it. Words are redacted and made visible. */
export interface StatementReading {
  /** 1-based. */
  line: number;
  text: string;
  acts: WordsByConcept;
  /** What the acts are done to. */
  objects: WordsByConcept;
  manner: WordsByConcept;
  /** Hosts that it names. */
  destinations: readonly string[];
  /** Acts that the statement itself forbids. */
  negated: readonly string[];
  /** The gravest act that the statement speaks of, by itself or with the one before it. */
  frame?: StatementFrame;
  /** What the learned opinion says: above 0 the statement reads like an order against the user. */
  opinion?: { log_odds: number; words: readonly string[] };
  /** How to state it so that it makes no finding, one sentence for each rule that it breaks. */
  advice: readonly string[];
  /** `quoted or shown`, `forbidden`, the channel, the disguises. */
  framing: readonly string[];
  /** Findings that quote it, and those of its line that quote no statement. */
  findings: readonly { rule: string; severity: Severity }[];
  /** Rules that the words alone would break, and what became of them: no finding, or one of a lower severity than the rule's. */
  lowered: readonly { rule: string; severity: Severity; to: Severity | 'none' }[];
}

const FIX: ReadonlyMap<string, string> = new Map(skillRules.map(({ id, fix }) => [id, fix]));
const SEVERITY: ReadonlyMap<string, Severity> = new Map(skillRules.map(({ id, severity }) => [id, severity]));

/** The statements of a text with an act, a sign of hiding or a finding, in order of place, read as the entry of a skill. */
export function readingsOf(path: string, text: string): StatementReading[] {
  const bundle = bundleOf(path, text);
  const found = new Map<number, Found[]>();
  for (const { rule, line = 1, severity = SEVERITY.get(rule) ?? 'medium', evidence } of findHits(bundle)) {
    const known = found.get(line);
    if (known) known.push({ rule, severity, evidence });
    else found.set(line, [{ rule, severity, evidence }]);
  }
  const subject = { name: bundle.name, description: bundle.description, ownNames: [path], hosts: [] };
  const document: TextDocument = { text, kind: 'markdown', addressee: 'agent', subject };
  const lines = new LineCursor(text);
  const statements = readStatements(document);
  return statements
    .map((statement, index) => {
      const line = lines.at(statement.offset);
      const findings = foundIn(statement, document, found.get(line) ?? [], statements);
      return { ...readingOf(statement, document, line, findings), ...judgementOf(statement, statements[index - 1], document) };
    })
    .filter(({ acts, framing, findings, lowered }) => [Object.keys(acts), framing, findings, lowered].some((list) => list.length > 0))
    .sort((a, b) => a.line - b.line);
}

interface Found {
  rule: string;
  severity: Severity;
  evidence: string;
}

/** Characters by which a quotation is known for a statement's. */
const KNOWN_BY = 40;

/** Findings at a line that quote the statement; all of the line that quote something else, such as a command. */
function foundIn(
  statement: Statement,
  document: TextDocument,
  ofLine: readonly Found[],
  others: readonly Statement[],
): StatementReading['findings'] {
  const quotes = (one: Statement, { evidence }: Found) => evidence.startsWith(quotedStatement(one, document, KNOWN_BY).replace(/…$/, ''));
  const own = ofLine.filter((found) => quotes(statement, found) || !others.some((other) => quotes(other, found)));
  return own.map(({ rule, severity }) => ({ rule, severity }));
}

function bundleOf(path: string, text: string): SkillBundle {
  const fields = frontMatterOf(text)?.fields ?? {};
  const file = { path, name: path, size: text.length, role: 'entry' as const, text };
  return { ref: path, path, kind: 'skill', name: textField(fields, 'name'), description: textField(fields, 'description'), files: [file] };
}

function readingOf(statement: Statement, document: TextDocument, line: number, findings: StatementReading['findings']): StatementReading {
  const { rules, framing } = weakSignsOf(statement, document);
  const negated = ACTS.flatMap((concept) => (statement.tags.get(concept) ?? []).filter((tag) => isForbidden(statement, tag)));
  return {
    line,
    text: quotedStatement(statement, document),
    acts: wordsOf(statement, ACTS),
    objects: wordsOf(statement, THINGS),
    manner: wordsOf(statement, MANNERS),
    destinations: hostsIn(statement),
    negated: [...new Set(negated.map((tag) => quote(wordOf(statement, tag), 40)))],
    framing,
    findings,
    advice: [...new Set(findings.map(({ rule }) => FIX.get(rule) ?? ''))].filter(Boolean),
    lowered: rules.flatMap((rule) => loweredOf(rule, findings)),
  };
}

/** The frame and the opinion: both look at the sentence before as well. */
function judgementOf(
  statement: Statement,
  previous: Statement | undefined,
  document: TextDocument,
): Pick<StatementReading, 'frame' | 'opinion'> {
  const frame = frameOfAct(statement, antecedentOf(statement, previous), document);
  const opinion = opinionOf(statement, previous, document);
  return {
    ...(frame && { frame: frameShown(frame) }),
    ...(opinion && { opinion: { log_odds: Math.round(opinion.logOdds * 10) / 10, words: opinion.words.map((word) => quote(word, 40)) } }),
  };
}

function frameShown({ act, verb, object, destination, polarity, speaker, conditional }: ActFrame): StatementFrame {
  const objects = typeof object === 'string' ? [object] : [...object];
  return { act, verb: quote(verb, 40), object: objects, ...(destination && { destination }), polarity, speaker, conditional };
}

/** Another rule of the family may have taken the place: then the rule was not lowered. */
function loweredOf(rule: string, findings: readonly { rule: string; severity: Severity }[]): StatementReading['lowered'] {
  const { severity } = textRule(rule);
  const worst = findings.map((finding) => finding.severity).sort((a, b) => compareSeverity(b, a))[0];
  if (worst !== undefined && compareSeverity(worst, severity) >= 0) return [];
  const own = findings.find((finding) => finding.rule === rule);
  return [{ rule, severity, to: own?.severity ?? 'none' }];
}

function wordsOf(statement: Statement, concepts: readonly Concept[]): WordsByConcept {
  const entries = concepts.flatMap((concept): [string, string[]][] => {
    const words = (statement.tags.get(concept) ?? []).map((tag) => quote(wordOf(statement, tag), 40));
    return words.length === 0 ? [] : [[concept, [...new Set(words)]]];
  });
  return Object.fromEntries(entries);
}
