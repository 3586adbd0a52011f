import type { JudgeAnswer } from '../detect/asked/answer.js';
import { type Doubt, doubtSteps } from '../detect/asked/doubts.js';
import { type JudgeQuestion, questionOf } from '../detect/asked/question.js';
import { type AnsweredDoubt, withAnswers } from '../detect/asked/told.js';
import type { Fact } from '../model/finding.js';
import type { Failure } from '../support/contain.js';
import { CastellanError } from '../support/errors.js';
import type { IssueKind } from '../support/issue-kinds.js';
import { plural } from '../support/listing.js';
import { redactReason } from '../support/redact.js';
import { inTurns } from '../support/turns.js';
import type { JudgeDoor } from '../system/context.js';
import type { ScanState } from './state.js';
import { type JudgePatience, TextJudge } from './text-judge.js';

/** Passages of one run that a judge is asked about; the most doubtful come first. */
const MAX_PASSAGES = 40;
/** Questions at the same time. */
const PARALLEL = 4;

/** A passage and the question about it. */
interface Asking {
  doubt: Doubt;
  question: JudgeQuestion;
}

/** Answers by the question's id; those that gave no opinion have undefined. `failed`: why the judge was asked no more. */
interface Hearing {
  answers: Map<string, JudgeAnswer | undefined>;
  failed?: string;
}

/**
 * Asks the judge about doubtful passages and returns the facts with what it adds. Whatever it answers or fails to, none of the facts goes
 * and none is lowered. What it was not asked, or gave no answer to, is named in the inventory's issues.
 */
export async function askJudge(door: JudgeDoor, state: ScanState, facts: readonly Fact[], patience?: JudgePatience): Promise<Fact[]> {
  const unread = (path: string, { kind, reason }: Failure): void => {
    state.inventory.issues.push({ collector: 'judge', path, kind, reason, note: true });
  };
  const doubts = await inTurns(doubtSteps(state.inventory, facts, unread), state.turns);
  const asking = doubts.flatMap((doubt) => {
    const question = questionOf(doubt);
    return question === undefined ? [] : [{ doubt, question }];
  });
  const chosen = asking.slice(0, MAX_PASSAGES);
  const hearing = await hear(new TextJudge(door, state.context, patience), chosen);
  noteUnanswered(state, { hearing, chosen, doubts });
  const answered = chosen.flatMap(({ doubt, question }): AnsweredDoubt[] => {
    const answer = hearing.answers.get(question.id);
    return answer === undefined ? [] : [{ doubt, answer }];
  });
  return withAnswers(facts, answered, door.model);
}

/** Kept answers first; the others are asked for in groups, until one of them fails. */
async function hear(judge: TextJudge, chosen: readonly Asking[]): Promise<Hearing> {
  const answers = new Map<string, JudgeAnswer | undefined>();
  const open = new Map<string, JudgeQuestion>();
  for (const { question } of chosen) {
    const kept = judge.kept(question);
    if (kept === undefined) open.set(question.id, question);
    else answers.set(question.id, kept);
  }
  const questions = [...open.values()];
  for (let at = 0; at < questions.length; at += PARALLEL) {
    const group = questions.slice(at, at + PARALLEL).map(async (question) => {
      try {
        answers.set(question.id, await judge.ask(question));
        return undefined;
      } catch (error) {
        if (!(error instanceof CastellanError)) throw error;
        return `${error.where === undefined ? '' : `${error.where}: `}${error.message}`;
      }
    });
    const failed = (await Promise.all(group)).find((reason) => reason !== undefined);
    if (failed !== undefined) return { answers, failed };
  }
  return { answers };
}

interface Outcome {
  hearing: Hearing;
  chosen: readonly Asking[];
  doubts: readonly Doubt[];
}

function noteUnanswered(state: ScanState, { hearing: { answers, failed }, chosen, doubts }: Outcome): void {
  const note = (kind: IssueKind, reason: string): void => {
    const path = state.request.targets[0]?.value ?? '.';
    const issue = { collector: 'judge', path, kind, reason, note: true as const };
    state.inventory.issues.push(issue);
    state.context.emit({ event: 'issue', issue });
  };
  const heard = chosen.filter(({ question }) => answers.has(question.id));
  const silent = heard.filter(({ question }) => answers.get(question.id) === undefined).length;
  const unasked = chosen.length - heard.length;
  if (failed !== undefined)
    note('network', `the judge fails (${redactReason(failed)}): ${plural(unasked, 'doubtful passage')} without its answer`);
  if (silent > 0) note('unparsable', `the judge gave no usable answer to ${plural(silent, 'doubtful passage')}`);
  const left = doubts.length - chosen.length;
  if (left > 0) note('too_many', `the judge was not asked about ${plural(left, 'more doubtful passage')}, of ${doubts.length}`);
}
