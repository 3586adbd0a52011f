import { requestJson } from '../advisories/origins/json-request.js';
import { answerOf, type JudgeAnswer, wordsOfCompletion } from '../detect/asked/answer.js';
import { answerKey, completionRequest, type JudgeQuestion } from '../detect/asked/question.js';
import { OperationalError } from '../support/errors.js';
import { REDACTED } from '../support/redact.js';
import type { JudgeDoor } from '../system/context.js';
import { dropFile, dropFilesBefore, keptFile } from '../system/kept-files.js';
import type { RetryPolicy } from '../system/retry.js';
import { readSecretFile, secretFiles } from '../system/secret-files.js';

/** How patiently a judge is asked. */
export interface JudgePatience {
  retry: RetryPolicy;
  /** Milliseconds for one answer, its retries included. */
  answerMs: number;
}

const PATIENCE: JudgePatience = { retry: { attempts: 3, baseMs: 500, maxWaitMs: 20_000, withinMs: 40_000 }, answerMs: 60_000 };
const MAX_ANSWER_BYTES = 256 * 1024;
const LIFETIME_MS = 90 * 24 * 60 * 60 * 1000;

/** Asks the language model behind a door, and keeps its answers by content. */
export class TextJudge {
  constructor(
    private readonly door: JudgeDoor,
    private readonly run: { clock(): number; signal: AbortSignal },
    private readonly patience = PATIENCE,
  ) {
    dropFilesBefore(door.cacheFolder, run.clock() - LIFETIME_MS);
  }

  /** The answer that was kept; undefined if there is none that still counts as one. */
  kept(question: JudgeQuestion): JudgeAnswer | undefined {
    try {
      return answerOf(readSecretFile(this.fileOf(question)), question);
    } catch (error) {
      if (!(error instanceof OperationalError || isDiskError(error))) throw error;
      return undefined;
    }
  }

  /** Asks anew; undefined for an answer that is no opinion. Throws OperationalError when the judge gives none, and the signal's reason. */
  async ask(question: JudgeQuestion): Promise<JudgeAnswer | undefined> {
    const { http, url, model, authorization } = this.door;
    const { clock, signal } = this.run;
    const limit = AbortSignal.timeout(this.patience.answerMs);
    const headers = { 'content-type': 'application/json', ...(authorization && { authorization: authorization.reveal() }) };
    try {
      const completion = await requestJson(
        // A redirect would take the passage where the user did not send it.
        { url, method: 'POST', headers, body: completionRequest(question, model), redirects: 'return' },
        { http, policy: this.patience.retry, clock, signal: AbortSignal.any([signal, limit]), maxBytes: MAX_ANSWER_BYTES },
      );
      return this.keep(question, this.withoutKey(wordsOfCompletion(completion) ?? ''));
    } catch (cause) {
      signal.throwIfAborted();
      if (!limit.aborted) throw cause;
      throw new OperationalError({ where: new URL(url).origin, message: `no answer within ${this.patience.answerMs / 1000} s`, cause });
    }
  }

  private withoutKey(words: string): string {
    const value = this.door.authorization?.reveal().replace(/^Bearer /, '');
    return value === undefined ? words : words.replaceAll(value, REDACTED);
  }

  private keep(question: JudgeQuestion, words: string): JudgeAnswer | undefined {
    const answer = answerOf(words, question);
    if (answer === undefined) return undefined;
    try {
      const path = this.fileOf(question);
      dropFile(path);
      secretFiles.readOrCreate(path, () => JSON.stringify({ passage_id: question.id, ...answer }));
    } catch (error) {
      // Without a place to keep it the answer counts all the same; the next run asks again.
      if (!(error instanceof OperationalError || isDiskError(error))) throw error;
    }
    return answer;
  }

  private fileOf(question: JudgeQuestion): string {
    return keptFile(this.door.cacheFolder, answerKey(question, this.door.model));
  }
}

function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'code' in error;
}
