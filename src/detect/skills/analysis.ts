import type { BundleFile, SkillBundle } from '../../model/ai-evidence.js';
import { compareSeverity, type Severity } from '../../model/severity.js';
import { contain, type Failure } from '../../support/contain.js';
import { LineCursor } from '../../support/line-index.js';
import type { Subject } from '../text/reading/document.js';
import { textRules } from '../text/rules/registry.js';
import type { CodeUnit } from './checks/code-unit.js';
import type { BundleHit, CodeHit, TracedCode } from './checks/hits.js';
import { isPlaceholderHost, isVillain } from './checks/hosts.js';
import type { SkillRule } from './checks/rule.js';
import { unitsOf } from './checks/units.js';
import { BundleCode } from './flow/bundle-code.js';
import { traceScript } from './flow/follow.js';
import { stepsForBundle } from './flow/step-budget.js';
import { marked } from './flow/value.js';
import { joined } from './joins.js';
import { contentKey, KnownContents } from './known-contents.js';
import { judgeProse } from './prose.js';
import { scriptRules } from './rules/registry.js';

const RULES: readonly SkillRule[] = [...textRules, ...scriptRules];
const CODE = [...new Set(RULES.flatMap(({ code = [] }) => code))];
const BUNDLE = [...new Set(RULES.flatMap(({ bundle = [] }) => bundle))];
const SEVERITY = new Map<string, Severity>(RULES.map((rule) => [rule.id, rule.severity]));
/** Rules that replace those about the code itself when such a step starts the code. */
const STARTED = new Map(scriptRules.flatMap((rule) => (rule.startedBy ? [[rule.startedBy, rule] as const] : [])));
/** Limit of findings for one bundle: a person reads only the worst few, and every report must stay writable. */
const MAX_SIGHTINGS = 2_000;
const known = new WeakMap<SkillBundle, Judgement>();
const contents = new KnownContents<BundleHit, FileFailure>();

/** A file that was not judged, or only in part, and why. */
export interface FileFailure extends Failure {
  file: BundleFile;
  partly?: true;
}

interface Judgement {
  sightings: readonly BundleHit[];
  failures: readonly FileFailure[];
}

/** All hits in a bundle, one for each cause; only the worst when there are very many. */
export function findHits(bundle: SkillBundle): readonly BundleHit[] {
  return judgementOf(bundle).sightings;
}

/** Files of a bundle that were not judged completely. */
export function findFailures(bundle: SkillBundle): readonly FileFailure[] {
  return judgementOf(bundle).failures;
}

/**
 * Judges a bundle before the rules ask, and lets go of its texts: a scan of thousands then holds those of one at a time. A bundle that cannot
 * be judged keeps them, and fails where the rules ask.
 */
export function judgeAtOnce(bundle: SkillBundle): void {
  const judged = contain(
    () => judgementOf(bundle),
    () => undefined,
  );
  if (judged !== undefined) for (const file of bundle.files) delete file.text;
}

/** Computed once, however many rules ask. */
function judgementOf(bundle: SkillBundle): Judgement {
  const before = known.get(bundle);
  if (before !== undefined) return before;
  const key = contentKey(bundle);
  const ofEqual = contents.find(key, bundle);
  const judgement = ofEqual ?? new BundleJudge(bundle).run();
  known.set(bundle, judgement);
  if (ofEqual === undefined) contents.keep(key, bundle, judgement);
  return judgement;
}

/** Judges file by file, so that an error in one does not affect the others. */
class BundleJudge {
  private readonly failures: FileFailure[] = [];
  private readonly cursors = new Map<BundleFile, LineCursor>();
  private readonly subject: Subject;
  private readonly beside: BundleCode;
  /** Characters of all files together. */
  private readonly letters: number;
  private steps: number;

  constructor(private readonly bundle: SkillBundle) {
    this.subject = subjectOf(bundle);
    this.beside = new BundleCode(bundle.files.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }])));
    this.letters = bundle.files.reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
    this.steps = stepsForBundle(this.letters);
  }

  run(): Judgement {
    const { bundle, subject } = this;
    const ofFiles = bundle.files.flatMap((file) => [
      ...this.contained(file, () => unitsOf(file).flatMap((unit) => this.contained(file, () => this.code(unit)))),
      ...this.contained(file, () => [...judgeProse(file, subject, { bundle, letters: this.letters })]),
    ]);
    const [entry] = bundle.files;
    const ofBundle = entry === undefined ? [] : BUNDLE.flatMap((check) => this.contained(entry, () => [...check(bundle)]));
    const found = joined(merged([...own(ofFiles), ...this.failures.map(unreadOf), ...ofBundle]), gravity);
    return { sightings: worstOf(found), failures: this.failures };
  }

  private contained(file: BundleFile, judge: () => BundleHit[]): BundleHit[] {
    return contain(judge, (failure) => {
      this.failures.push({ file, ...failure });
      return [];
    });
  }

  private code(unit: CodeUnit): BundleHit[] {
    if (unit.kind === 'fence' && BAD_EXAMPLE.test(unit.context)) return [];
    const { file } = unit;
    const stdin = unit.kind === 'hook' ? marked('files', 'what the client hands to the hook') : undefined;
    const { events, unread, cut, steps } = traceScript(unit.text, unit.language, {
      stdin,
      steps: this.steps,
      bundle: this.beside,
      from: file.name,
    });
    this.steps -= steps;
    if (cut !== undefined && !this.failures.some((failure) => failure.file === file))
      this.failures.push({ file, kind: 'too_many', reason: cut, partly: true });
    const followed: TracedCode = { unit, events, subject: this.subject, bundle: this.bundle };
    const found = CODE.flatMap((check) => [...check(followed)]).filter((hit) => !isShown(hit, unit) && !isSpokenOf(hit, unit));
    const lines = this.cursors.get(file) ?? new LineCursor(file.text ?? '');
    this.cursors.set(file, lines);
    const elsewhere = new Set(events.flatMap((event) => (event.elsewhere ? [event.at] : [])));
    const placed = found.map((hit) => ({
      ...placedIn(unit, promoted(hit, unit), lines),
      ...(elsewhere.has(hit.at) && { elsewhere: true as const }),
    }));
    return unread === undefined ? placed : [...placed, { rule: 'COVERAGE', file, line: 1, evidence: unread }];
  }
}

/** Drops what a file does through another one if the other has the same finding. */
function own(found: readonly BundleHit[]): BundleHit[] {
  const said = new Set(found.flatMap(({ elsewhere, rule, evidence }) => (elsewhere ? [] : [`${rule}\n${evidence}`])));
  return found.filter(({ elsewhere, rule, evidence }) => !elsewhere || !said.has(`${rule}\n${evidence}`));
}

function unreadOf({ file, reason }: FileFailure): BundleHit {
  return { rule: 'COVERAGE', file, line: 1, evidence: reason };
}

function worstOf(found: readonly BundleHit[]): readonly BundleHit[] {
  if (found.length <= MAX_SIGHTINGS) return found;
  return [...found].sort((a, b) => compareSeverity(gravity(b), gravity(a))).slice(0, MAX_SIGHTINGS);
}

/** The bundle's description of itself; hosts named in its header count as its own. */
function subjectOf(bundle: SkillBundle): Subject {
  return { name: bundle.name, description: bundle.description, ownNames: bundle.files.map((file) => file.name), hosts: [] };
}

/** Words above code that show it as an attack or as a bad example. */
const BAD_EXAMPLE =
  /\b(?:attack\w*|malicious|vulnerab\w*|exploit\w*|payloads?|threat\w*|never|don't|do not|avoid|bad|unsafe|insecure|wrong|dangerous|anti-?patterns?|red flags?|suspicious|adversar\w*|injection|red team|pentest\w*|honeypot|post-exploitation|should be (?:flagged|blocked)|abuse)\b/;
/** Words of that trade, which stand above much else too. */
const OF_SECURITY =
  /\b(?:detect\w*|indicators?|test cases?|simulat\w*|forensic\w*|lateral|escalation|persistence|evasion|c2|blocked|hunt\w*)\b/;

/** True for what code in a fence does below words of security, but for a theft to a host that somebody may own. */
function isSpokenOf(hit: CodeHit, { kind, context }: CodeUnit): boolean {
  return kind === 'fence' && OF_SECURITY.test(context) && !(isTheft(hit) && !isPlaceholderHost(hostIn(hit.evidence) ?? ''));
}

/** A step of a guide with an address of an example. What opens a store of secrets or names an attacker is none. */
function isShown(hit: CodeHit, { kind }: CodeUnit): boolean {
  const host = kind === 'fence' ? hostIn(hit.evidence) : undefined;
  return host !== undefined && isPlaceholderHost(host) && !isVillain(host) && !isTheft(hit);
}

/** What a store of secrets holds leaves the machine. */
function isTheft({ rule, severity }: CodeHit): boolean {
  return rule === 'EXF-01' && severity === undefined;
}

function hostIn(evidence: string): string | undefined {
  return /→ ([\w.-]+)$/.exec(evidence)?.[1] ?? /^\w+:\/\/([\w.-]+)/.exec(evidence)?.[1];
}

/** An action of a hook or an install step is worse than the same action in a script that a person starts. */
function promoted(hit: CodeHit, { kind }: CodeUnit): CodeHit {
  const reaches = /^(?:EXF|RCE|ENC)-/.test(hit.rule);
  const severity = hit.severity ?? SEVERITY.get(hit.rule) ?? 'medium';
  if (!reaches || severity === 'low') return hit;
  const rule = STARTED.get(kind);
  if (rule === undefined) return hit;
  const { severity: _, ...rest } = hit;
  return { ...rest, rule: rule.id, ...(compareSeverity(severity, rule.severity) > 0 && { severity }) };
}

function placedIn(unit: CodeUnit, { rule, at, evidence, severity, confidence }: CodeHit, lines: LineCursor): BundleHit {
  const line = unit.offset < 0 ? 1 : lines.at(Math.min(unit.offset + at, (unit.file.text ?? '').length));
  return { rule, file: unit.file, line, evidence, ...(severity && { severity }), ...(confidence && { confidence }) };
}

/**
 * One hit for each place and family of rules, the gravest; the hit about a whole script's transfer includes its lesser
 * parts.
 */
function merged(found: readonly BundleHit[]): BundleHit[] {
  const kept = new Map<string, BundleHit>();
  for (const sighting of found) {
    const family = sighting.rule.slice(0, sighting.rule.indexOf('-'));
    const key = `${sighting.file.path}\n${sighting.line ?? 0}\n${family}`;
    const other = kept.get(key);
    if (other === undefined || compareSeverity(gravity(sighting), gravity(other)) > 0) kept.set(key, sighting);
  }
  return [...kept.values()];
}

function gravity(sighting: BundleHit): Severity {
  return sighting.severity ?? SEVERITY.get(sighting.rule) ?? 'medium';
}
