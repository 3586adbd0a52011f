import type { Confidence } from '../../model/finding.js';
import { compareSeverity, type Severity } from '../../model/severity.js';
import { LineCursor } from '../../support/line-index.js';
import type { Detection, StatementDetection, TextCheck } from './checks/detection.js';
import type { GatedCheck, TextRule } from './checks/rule.js';
import { isExample } from './frames/framing.js';
import { unseenHits } from './hidden.js';
import { tellingOf } from './mention/mention.js';
import { quotedStatement } from './quoted.js';
import type { TextDocument } from './reading/document.js';
import { isOpen } from './reading/gate.js';
import { isFenced } from './reading/passage.js';
import { readStatements } from './reading/read-statements.js';
import type { Statement } from './reading/statement.js';
import { reasonOf } from './reason.js';
import { textRule, textRules } from './rules/registry.js';

/** One place in a text where a rule applies. */
export interface TextHit {
  /** Id of a rule of `textRules`. */
  rule: string;
  /** Offset into the document's text, in UTF-16 units. */
  offset: number;
  /** 1-based. */
  line: number;
  /** The original words: redacted, made visible, capped. */
  evidence: string;
  /** What the statement does, to what and where to, and what raised it, for the reader of a report. Redacted; may be empty. */
  reason: string;
  /** Given only where a documented modifier moves the rule's own. */
  severity?: Severity;
  /** Why the severity is lower than the words alone would have it. */
  lowered?: string;
  confidence?: Confidence;
  /** Names of the features that decided, for the reader of a report and for tests. */
  features: readonly string[];
}

/** Each check once, in the order of the rules. */
const CHECKS = checksOf(textRules);
const SHELL_CHECKS = CHECKS.filter(({ shell }) => shell);
/**
 * Rules about whom the agent obeys and whether it asks: what a prompt or a template in a fence says of that, it says to the agent that uses
 * it.
 */
const OF_PROMPTS: ReadonlySet<string> = new Set(['INJ-01', 'INJ-03', 'APR-01']);
const PROMPT_CHECKS = checksOf(textRules.filter(({ id }) => OF_PROMPTS.has(id)));

function checksOf(rules: readonly TextRule[]): readonly GatedCheck[] {
  return [...new Set(rules.flatMap(({ checks = [] }) => checks))];
}

/** Judges prose: orders to an agent that turn against its user, hidden or in the open. Linear in the text's length. */
export function judgeText(document: TextDocument): TextHit[] {
  const statements = readStatements(document);
  return hitsOf(document, statements, judgeStatements(statements, document));
}

/** The sightings of statements that were read already; `more` are checks of the caller's own. */
export function judgeStatements(
  statements: readonly Statement[],
  document: TextDocument,
  more: readonly TextCheck[] = [],
): StatementDetection[] {
  const found: StatementDetection[] = [];
  for (const statement of statements) {
    const { role } = statement.passage;
    if (role === 'code') continue;
    const { possibleConcepts } = statement;
    const checks = role === 'shell' ? SHELL_CHECKS : role === 'shown' ? PROMPT_CHECKS : CHECKS;
    for (let index = 0; index < checks.length; index++) {
      const { check, gate } = checks[index] as GatedCheck;
      if (isOpen(gate, possibleConcepts) && isOpen(gate, statement.concepts)) add(check(statement, document), statement, document, found);
    }
    if (!isFenced(statement.passage)) for (const check of more) add(check(statement, document), statement, document, found);
  }
  return found;
}

function add(sighting: Detection | undefined, statement: Statement, document: TextDocument, into: StatementDetection[]): void {
  if (sighting === undefined || !counts(statement, sighting)) return;
  into.push({ sighting: asToldOf(forReaders(sighting, statement, document), statement), statement });
}

/** Rules about commands, which are what a sentence shows; what other rules are about may stand beside it. */
const OF_COMMANDS = /^(?:RCE|PER|ENC|DES|APR-0[134])/;

/** What a sentence only speaks of is no more than suspicious, and a command of which it surely does is no finding to rely on. */
function asToldOf(sighting: Detection, statement: Statement): Detection {
  const { passage, disguises } = statement;
  if (passage.role === 'shell' || passage.channel !== 'open' || disguises.length > 0) return sighting;
  const telling = tellingOf(statement);
  const isCommand = OF_COMMANDS.test(sighting.rule);
  if (telling === 'said' || (telling === 'likely' && !isCommand)) return sighting;
  const severity = sighting.severity ?? textRule(sighting.rule).severity;
  return {
    ...sighting,
    lowered: 'it only speaks of what it shows between marks',
    severity: compareSeverity(severity, 'high') >= 0 ? 'medium' : severity,
    ...(isCommand && telling === 'sure' && { confidence: 'low' }),
  };
}

const STEP_DOWN: Readonly<Partial<Record<Severity, Severity>>> = { critical: 'high', high: 'medium' };

/** What stands in the open of a page for people is advice to them; an agent that comes across it was not told to obey it. */
function forReaders(sighting: Detection, statement: Statement, document: TextDocument): Detection {
  const lower = STEP_DOWN[sighting.severity ?? textRule(sighting.rule).severity];
  const open = statement.passage.channel === 'open' && statement.disguises.length === 0;
  return document.addressee === 'people' && open && lower !== undefined
    ? { ...sighting, severity: lower, lowered: 'it addresses people' }
    : sighting;
}

/** Rules about commands and addresses, which a row of a table says as well as a sentence; a rule about words needs the sentence. */
const SHAPED = /^(?:RCE|PER|APR-0[34])/;

/** A command in a fence is a command wherever it stands; an order that is only spoken of is none. */
function counts(statement: Statement, sighting: Detection): boolean {
  if (sighting.rule === 'APR-01') return true;
  if (statement.passage.role === 'shown' && !OF_PROMPTS.has(sighting.rule)) return false;
  const isShown = SHAPED.test(sighting.rule) ? isExample(statement) : statement.mention;
  return !(isShown || statement.banned);
}

/** Hits in order of place: what is unseen or encoded counts more than what stands in the open. */
export function hitsOf(document: TextDocument, statements: readonly Statement[], judged: readonly StatementDetection[]): TextHit[] {
  const lines = new LineCursor(document.text);
  const placed = [...judged, ...unseenHits(document, statements, judged)].map((each) => ({ ...each, offset: each.statement.offset }));
  placed.sort((a, b) => a.offset - b.offset || byId(a, b));
  return onePerPlace(placed).map(({ sighting: { words, ...sighting }, statement, offset }) => ({
    ...sighting,
    offset,
    line: lines.at(offset),
    evidence: evidenceOf(statement, document, words),
    reason: reasonOf(statement),
  }));
}

/** Characters of a quotation that leave room for five words behind it. */
const BESIDE_WORDS = 90;

/** The statement's own words, and behind them those that weighed most where no rule names a reason. */
function evidenceOf(statement: Statement, document: TextDocument, words: readonly string[] = []): string {
  if (words.length === 0) return quotedStatement(statement, document);
  return `${quotedStatement(statement, document, BESIDE_WORDS)} (weighed most: ${words.join(', ')})`;
}

/** Hits of one text: a person reads the worst few, and each is quoted and redacted. */
const MAX_HITS = 1_000;

interface Placed extends StatementDetection {
  offset: number;
}

function byId(a: StatementDetection, b: StatementDetection): number {
  return a.sighting.rule < b.sighting.rule ? -1 : a.sighting.rule > b.sighting.rule ? 1 : 0;
}

/** Of equal rules at one place the worst stays; of very many the worst of all, in order of place. */
function onePerPlace(hits: readonly Placed[]): Placed[] {
  const worse = (a: Placed, b: Placed) => compareSeverity(hitSeverity(a.sighting), hitSeverity(b.sighting));
  const kept = new Map<string, Placed>();
  for (const hit of hits) {
    const key = `${hit.sighting.rule} ${hit.offset}`;
    const known = kept.get(key);
    if (known === undefined || worse(hit, known) > 0) kept.set(key, hit);
  }
  const all = [...kept.values()];
  if (all.length <= MAX_HITS) return all;
  return all
    .sort((a, b) => worse(b, a))
    .slice(0, MAX_HITS)
    .sort((a, b) => a.offset - b.offset || byId(a, b));
}

/** The severity a hit counts with: its own or its rule's. */
export function hitSeverity(hit: { rule: string; severity?: Severity }): Severity {
  return hit.severity ?? textRule(hit.rule).severity;
}

/** What a hit's words do and what lowered it, as sentences; may be empty. */
export function reasonOfHit({ reason, lowered }: TextHit): string {
  return [reason, lowered && `Lowered: ${lowered}.`].filter(Boolean).join(' ');
}
