import { quote } from '../../../support/quote.js';
import type { Detection, StatementDetection } from '../checks/detection.js';
import type { TextDocument } from '../reading/document.js';
import { isMaker } from '../reading/maker-hosts.js';
import { placesOf } from '../reading/places.js';
import type { Statement } from '../reading/statement.js';
import { textRule } from '../rules/registry.js';
import { type Instance, instancesOf, isForReaders } from './instances.js';
import { distanceTo, matterOf, type OpinionModel, scoreOf, type Threshold } from './model.js';
import { reasonsOf } from './reasons.js';
import { shippedModel } from './shipped.js';

/** What an opinion makes of the sentences of one text and of what the rules saw in them. */
export type Opinion = (
  document: TextDocument,
  statements: readonly Statement[],
  judged: readonly StatementDetection[],
) => readonly StatementDetection[];

let current: Opinion | undefined;

/** Sightings of the rules, lifted and added to by the opinion. */
export const withOpinion: Opinion = (document, statements, judged) => {
  current ??= opinionOf(shippedModel());
  return current(document, statements, judged);
};

/** Runs `task` with another opinion than the one that comes with the program: for training, and for tests of it. */
export function usingOpinion<T>(opinion: Opinion, task: () => T): T {
  const before = current;
  current = opinion;
  try {
    return task();
  } finally {
    current = before;
  }
}

/** The rule of sentences that only the opinion objects to. */
const RULE = 'INJ-11';
/** Prose of fewer sentences says too little of what it is for: nothing like it was learned from but generated orders. */
const LEAST_SENTENCES = 3;
/** Alarms of one text whose words are worked out, which takes as long as scoring the sentence once for each of them. */
const EXPLAINED = 40;

/** The opinion of a model. It lifts weak signs to alarms, and names the sentence of a text that it suspects most where no rule speaks. */
export function opinionOf(model: OpinionModel): Opinion {
  return (document, statements, judged) => {
    if (matterOf(document) === 'prose' && statements.length < LEAST_SENTENCES) return judged;
    const { lift, suspect } = model.thresholds[matterOf(document)];
    const seen = new Map<Statement, Detection[]>();
    for (const { statement, sighting } of judged) seen.set(statement, [...(seen.get(statement) ?? []), sighting]);
    const lifted = new Map<Statement, string[]>();
    const added: StatementDetection[] = [];
    let worst: Suspect | undefined;
    for (const instance of instancesOf(document, statements)) {
      const { statement, gravity } = instance;
      const sightings = seen.get(statement) ?? [];
      if (sightings.some(isGrave) || sightings.some(isNote)) continue;
      const score = scoreOf(model, instance.cells);
      const forReaders = isForReaders(statement, document);
      if (lift !== undefined && !forReaders && !namesMaker(statement) && distanceTo(lift, score, gravity) >= 0) {
        const reasons = lifted.size + added.length < EXPLAINED ? reasonsOf(instance, model, lift) : [];
        if (sightings.length > 0) lifted.set(statement, reasons);
        // Alone it makes a text suspicious, never malicious: no rule names what it asks for.
        else added.push({ statement, sighting: { ...sighted(statement, reasons), confidence: 'medium' } });
      } else if (!sightings.some(isMedium)) {
        const threshold = forReaders ? (lift ?? suspect) : suspect;
        const distance = distanceTo(threshold, score, gravity);
        if (distance >= 0 && distance > (worst?.distance ?? -1)) worst = { instance, threshold, distance };
      }
    }
    if (lifted.size === 0 && added.length === 0) return worst === undefined ? judged : [...judged, suspected(worst, model)];
    return [...judged.map((each) => raised(each, lifted.get(each.statement))), ...added];
  };
}

/** A sentence past a threshold, and how far. */
interface Suspect {
  instance: Instance;
  threshold: Threshold;
  distance: number;
}

function suspected({ instance, threshold }: Suspect, model: OpinionModel): StatementDetection {
  const { statement } = instance;
  return { statement, sighting: sighted(statement, reasonsOf(instance, model, threshold)) };
}

function severityOf({ rule, severity }: Detection): string {
  return severity ?? textRule(rule).severity;
}

function isGrave(sighting: Detection): boolean {
  return (severityOf(sighting) === 'high' || severityOf(sighting) === 'critical') && sighting.confidence !== 'low';
}

/** A well-known maker's own address is no sign of an attack; hosting platforms are none. */
function namesMaker(statement: Statement): boolean {
  return placesOf(statement).some(({ host }) => isMaker(host));
}

/** A rule that says little says so for a reason, such as the maker's own address. */
function isNote(sighting: Detection): boolean {
  return severityOf(sighting) === 'low';
}

function isMedium(sighting: Detection): boolean {
  return severityOf(sighting) === 'medium';
}

function raised(each: StatementDetection, reasons: readonly string[] | undefined): StatementDetection {
  if (reasons === undefined) return each;
  const { sighting, statement } = each;
  return { statement, sighting: { ...sighting, ...evidenced(statement, reasons), severity: 'high', confidence: 'medium' } };
}

function sighted(statement: Statement, reasons: readonly string[]): Detection {
  return { rule: RULE, ...evidenced(statement, reasons) };
}

/** Columns of the sentence that are shown beside the words. */
const SHOWN = 96;

function evidenced(statement: Statement, reasons: readonly string[]): Pick<Detection, 'features' | 'evidence'> {
  const shown = statement.original.trim();
  if (reasons.length === 0) return { features: ['opinion'], evidence: quote(shown) };
  const words = reasons.map((word) => `“${quote(word, 16)}”`).join(', ');
  return { features: ['opinion'], evidence: `${quote(shown, SHOWN)} (by the words ${words})` };
}
