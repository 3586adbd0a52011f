import type { SkillBundle, ToolSet } from '../../model/ai-evidence.js';
import type { Location } from '../../model/component.js';
import type { Fact } from '../../model/finding.js';
import type { Inventory } from '../../model/inventory.js';
import { compareSeverity } from '../../model/severity.js';
import { compareText } from '../../support/compare-text.js';
import { contain, type Failure } from '../../support/contain.js';
import { LineCursor } from '../../support/line-index.js';
import { redactReason } from '../../support/redact.js';
import { safeText } from '../../support/terminal.js';
import type { Steps } from '../../support/turns.js';
import { NOBODY, type TextDocument } from '../text/reading/document.js';
import { readStatements } from '../text/reading/read-statements.js';
import type { Statement } from '../text/reading/statement.js';
import { textRules } from '../text/rules/registry.js';
import { definitionsOf, toolRef } from '../tools/definition.js';
import { poisonSeverity } from '../tools/poisoned-text.js';
import { ShownText } from './excerpt.js';
import type { AskedFamily } from './rules.js';
import { DOUBT, type WeakSigns, weakSignsOf } from './weak-signs.js';

/** A passage that the rules alone do not settle: with findings of low or medium severity, or with signs that made none. */
export interface Doubt {
  family: AskedFamily;
  /** Ref of the skill, tool or server. */
  subject: string;
  location: Location;
  /** The lines around the place, without secrets. */
  passage: string;
  frame: DoubtFrame;
  /** The words that count most, as a finding may quote them. Empty where the rules read no sentence there. */
  words: string;
  /** Findings at the place; empty where there are only signs. */
  facts: readonly Fact[];
}

/** What the rules saw of a passage. Holds no path and no line, so that equal texts at other places are equal questions. */
export interface DoubtFrame extends Omit<WeakSigns, 'weight'> {
  /** `SKILL.md (entry)`, `/inputSchema/properties/q/description`. */
  place: string;
  heading: string;
  /** The statement decoded, where the passage holds it encoded. */
  decoded?: string;
}

/** One text of the evidence, as the rules read it. */
interface AskedText {
  family: AskedFamily;
  subject: string;
  place: string;
  document: TextDocument;
  /** Location of a line of the text. */
  at(line: number): Location;
  /** True for findings in this text. */
  holds(location: Location): boolean;
  /** False: only findings of it are doubtful, signs are not. */
  ordering: boolean;
}

interface Weighed extends Doubt {
  weight: number;
}

const ASKED_RULES: ReadonlySet<string> = new Set([...textRules.map(({ id }) => id), ...Object.keys(poisonSeverity)]);
/** Limit of characters of a heading or a decoded statement. */
const MAX_WORDS = 400;

/**
 * The doubtful passages, those with findings first and then by how much speaks against them; the same for the same evidence. `failed` gets
 * the texts that cannot be read.
 */
export function* doubtSteps(
  { evidence }: Inventory,
  facts: readonly Fact[],
  failed: (path: string, failure: Failure) => void,
): Steps<Doubt[]> {
  const byPath = new Map<string, Fact[]>();
  for (const fact of facts) {
    const path = fact.locations[0]?.path;
    if (path === undefined || !ASKED_RULES.has(fact.rule ?? '')) continue;
    const known = byPath.get(path);
    if (known) known.push(fact);
    else byPath.set(path, [fact]);
  }
  const texts = [...evidence.bundles.flatMap(textsOfBundle), ...evidence.toolSets.flatMap(textsOfSet)];
  const found: Weighed[] = [];
  for (const text of texts) {
    const doubts = contain(
      () => doubtsIn(text, byPath),
      (failure) => {
        failed(text.at(1).path, failure);
        return [];
      },
    );
    for (const doubt of doubts) found.push(doubt);
    yield;
  }
  return found.sort(byWeight).map(({ weight: _, ...doubt }) => doubt);
}

function byWeight(a: Weighed, b: Weighed): number {
  return (
    Number(b.facts.length > 0) - Number(a.facts.length > 0) ||
    b.weight - a.weight ||
    compareText(a.location.path, b.location.path) ||
    compareText(a.location.pointer ?? '', b.location.pointer ?? '') ||
    (a.location.line ?? 0) - (b.location.line ?? 0)
  );
}

function textsOfBundle({ ref, files }: SkillBundle): AskedText[] {
  return files.flatMap(({ path, name, role, text }) => {
    if (text === undefined || text === '' || role === 'licence' || role === 'opaque' || role === 'script') return [];
    return {
      family: 'skills' as const,
      subject: ref,
      place: `${shortened(name)} (${role})`,
      document: documentOf(text, 'markdown'),
      at: (line: number) => ({ path, line }),
      holds: (location: Location) => location.path === path,
      ordering: role === 'entry' || role === 'referenced',
    };
  });
}

function textsOfSet(set: ToolSet): AskedText[] {
  const { ref, path, line, instructions } = set;
  const textAt = (subject: string, pointer: string, place: string, text: string): AskedText => {
    const location = { path, ...(line !== undefined && { line }), pointer };
    return {
      family: 'tools',
      subject,
      place: shortened(place),
      document: documentOf(text, 'json-string'),
      at: () => location,
      holds: (other) => other.pointer === pointer && other.line === line,
      ordering: true,
    };
  };
  // A definition that cannot be read was reported when the rules read it.
  const definitions = contain(
    () => definitionsOf(set),
    () => [],
  );
  return [
    ...definitions.flatMap(({ name, pointer, strings }) =>
      strings.flatMap((one) =>
        one.place === 'prose' ? textAt(toolRef(set, name), `${pointer}${one.pointer}`, one.pointer, one.text) : [],
      ),
    ),
    ...(instructions === undefined ? [] : [textAt(ref, '/instructions', '/instructions', instructions)]),
  ];
}

/** Nobody vouches for the text: what it is about cannot excuse it here. */
function documentOf(text: string, kind: TextDocument['kind']): TextDocument {
  return { text, kind, addressee: 'agent', subject: NOBODY };
}

function doubtsIn(text: AskedText, byPath: ReadonlyMap<string, readonly Fact[]>): Weighed[] {
  const lines = new LineCursor(text.document.text);
  const placed = new Map<number, Statement[]>();
  for (const statement of readStatements(text.document)) {
    const line = text.family === 'tools' ? 1 : lines.at(statement.offset);
    const known = placed.get(line);
    if (known) known.push(statement);
    else placed.set(line, [statement]);
  }
  const own = (byPath.get(text.at(1).path) ?? []).filter(({ locations: [at] }) => at !== undefined && text.holds(at));
  const here = factsByLine(own, text.family);
  let shown: ShownText | undefined;
  const doubtAt = (line: number, facts: readonly Fact[]): Weighed[] => {
    const best = bestOf(placed.get(line) ?? [], text.document);
    if (facts.length === 0 && (best === undefined || best.signs.weight < DOUBT)) return [];
    shown ??= new ShownText(text.document.text);
    const middle = best === undefined ? line : lines.at(best.statement.offset);
    return [weighed(text, { line, facts, best, passage: shown.around(middle, best?.statement.original) })];
  };
  const unsettled = [...here].flatMap(([line, facts]) => (facts.every(isMild) ? doubtAt(line, facts) : []));
  const quiet = text.ordering ? [...placed.keys()].filter((line) => !here.has(line)) : [];
  return [...unsettled, ...quiet.flatMap((line) => doubtAt(line, []))];
}

/** The texts of tools are one place each; others have a place a line. */
function factsByLine(facts: readonly Fact[], family: AskedFamily): Map<number, Fact[]> {
  const found = new Map<number, Fact[]>();
  for (const fact of facts) {
    const line = family === 'tools' ? 1 : (fact.locations[0]?.line ?? 1);
    found.set(line, [...(found.get(line) ?? []), fact]);
  }
  return found;
}

function isMild({ severity }: Fact): boolean {
  return compareSeverity(severity, 'medium') <= 0;
}

interface Best {
  statement: Statement;
  signs: WeakSigns;
}

function bestOf(statements: readonly Statement[], document: TextDocument): Best | undefined {
  let best: Best | undefined;
  for (const statement of statements) {
    const signs = weakSignsOf(statement, document);
    if (best === undefined || signs.weight > best.signs.weight) best = { statement, signs };
  }
  return best;
}

interface Seen {
  line: number;
  facts: readonly Fact[];
  best: Best | undefined;
  passage: string;
}

function weighed({ family, subject, place, at }: AskedText, { line, facts, best, passage }: Seen): Weighed {
  const { rules = [], words = {}, framing = [], weight = 0 } = best?.signs ?? {};
  const from = best?.statement.passage;
  return {
    family,
    subject,
    location: at(line),
    passage,
    words: shortened(best?.statement.original ?? ''),
    frame: {
      place,
      heading: shortened(from?.heading ?? ''),
      rules: [...new Set([...facts.map(({ id }) => id), ...rules])].sort(),
      words,
      framing,
      ...(from?.derived && best && { decoded: shortened(best.statement.original) }),
    },
    facts,
    weight,
  };
}

function shortened(text: string): string {
  return safeText(redactReason(text)).slice(0, MAX_WORDS);
}
