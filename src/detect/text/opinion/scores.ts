import type { StatementDetection } from '../checks/detection.js';
import { antecedentOf, TOLD_APART } from '../frames/judge-acts.js';
import type { TextDocument } from '../reading/document.js';
import { isCode } from '../reading/passage.js';
import type { Statement } from '../reading/statement.js';
import { closerLookAt } from './closer-look.js';
import { shippedCloserLook } from './closer-look-file.js';
import { featuresOf } from './features.js';
import { glossOf } from './gloss.js';
import { type Model, scoreOf } from './model.js';

/**
 * Whoever trains or measures the model gets each sentence that is judged; and of each finding that a bar may make unsure, the log-odds that are
 * compared with it.
 */
export const listeners: {
  sentence?: (features: Int32Array, statement: Statement) => void;
  finding?: (found: StatementDetection, score: number) => void;
} = {};

interface Score {
  linear: number;
  whole: number;
}

/** What the model says of the statements of a document, worked out when it is asked for. */
export class Scores {
  /** The statements that are judged at all, each with the one that stands before it in the text. */
  readonly judged: readonly { statement: Statement; before: Statement | undefined }[];
  private readonly known = new Map<Statement, Score>();

  constructor(
    statements: readonly Statement[],
    private readonly document: TextDocument,
    private readonly model: Model,
  ) {
    this.judged = statements.flatMap((statement, index) => (isJudged(statement) ? [{ statement, before: statements[index - 1] }] : []));
  }

  /** The score with the closer look; none is lower than that of no statement. */
  wholeAt(index: number): number {
    return this.at(index)?.whole ?? Number.NEGATIVE_INFINITY;
  }

  /** The linear score of where a rule found something; of an order told in two sentences that of the likelier one. */
  linearOf({ statement, sighting }: StatementDetection): number | undefined {
    const own = this.known.get(statement)?.linear;
    if (own === undefined || !sighting.features.includes(TOLD_APART)) return own;
    const index = this.judged.findIndex((each) => each.statement === statement);
    return Math.max(own, this.at(index - 1)?.linear ?? own);
  }

  private at(index: number): Score | undefined {
    const judged = this.judged[index];
    if (judged === undefined) return undefined;
    const { statement, before } = judged;
    let score = this.known.get(statement);
    if (score === undefined) {
      const features = featuresAfter(before, statement, this.document);
      listeners.sentence?.(features, statement);
      const linear = scoreOf(this.model, features);
      score = { linear, whole: linear + closerLook(statement, linear) };
      this.known.set(statement, score);
    }
    return score;
  }
}

/** The features of a statement, with those of the one before it where that may name what "it" is. */
export function featuresAfter(before: Statement | undefined, statement: Statement, document: TextDocument): Int32Array {
  const antecedent = before !== undefined && isJudged(before) ? antecedentOf(statement, before) : undefined;
  return featuresOf(statement, antecedent, document);
}

/** Log-odds of the linear model from which a sentence gets a closer look: of a thousand ordinary ones three. */
const WORTH_A_CLOSER_LOOK = -4.5;
/** What a log-odds of the closer look counts beside one of the linear model. */
const CLOSER_SHARE = 0.5;

/** What the closer look adds to the linear model's score. */
export function closerLook(statement: Statement, score: number): number {
  return score < WORTH_A_CLOSER_LOOK ? 0 : CLOSER_SHARE * closerLookAt(inEnglish(statement), shippedCloserLook());
}

/** What the closer look reads of a sentence: it knows English alone. */
export function inEnglish(statement: Statement): string {
  return statement.tongue === 'en' ? statement.text : glossOf(statement);
}

/** Sentences too short to say anything, and too long to be one. */
const SHORTEST = 12;
const LONGEST = 1200;

/** No sentence: a hash, a name, an address, or a line of a key, which nobody may quote. */
const ONE_RUN = /^[!-~]*$/;

export function isJudged(statement: Statement): boolean {
  const { passage, text } = statement;
  if (isCode(passage)) return false;
  if (text.length < SHORTEST || text.length > LONGEST) return false;
  if (OPTION.test(text) || KEY_LINES.test(text)) return false;
  // A blank between two letters is one in the original too, which takes longer to get at.
  return BLANK_WITHIN.test(text) || !ONE_RUN.test(statement.original.trim());
}

/** Lines of a key, which nobody may quote either. */
const KEY_LINES = /^\s*(?:[\w+/=-]{32,}\s+)+[\w+/=-]*\s*$/;

/** A line of settings: an option and its value. */
const OPTION = /^-{1,2}[\w-]+[ =]\S+$/;

const BLANK_WITHIN = /[^ ] [^ ]/;
