import type { ServerResponse } from 'node:http';
import { isObject, own } from '../../support/json.js';
import type { HttpResponse } from '../../system/http.js';
import type { Line } from '../frames/line.js';
import { codes, type Id, isId } from '../frames/message.js';
import { parseFrame } from '../frames/parse-frame.js';
import type { FrameOutcome } from '../relay/protocol.js';
import type { Conversation } from './conversation.js';
import { EventParser, eventBytes, type StreamEvent } from './event-parser.js';
import { isMessage } from './event-reading.js';
import { bufferOf, FrameBuffer, onOneLine } from './frame-buffer.js';
import { failureBody, oneBody, send } from './reply.js';

export interface AnswerContext {
  conversation: Conversation;
  response: ServerResponse;
  /** Of the server's answer, as far as they go on to the client. */
  headers: Record<string, string>;
  maxBytes: number;
  /** Requests that wait for this answer. */
  ids: readonly Id[];
  /** Answers of our own to requests of the same batch. */
  extra: readonly Buffer[];
  isBatch: boolean;
  /** Answers the server: it asked what the client does not offer. */
  tellServer(message: Buffer): void;
}

const UNANSWERED = 'the server has not answered this request';
const NO_ANSWER = { code: codes.invalidRequest, reason: 'what came in place of the answer asks for something' };
const COMMENT = Buffer.from(':\n\n');
/** Between signs of life that go on to the client. */
const SIGN_MS = 1_000;

/** Relays what a server answers to one HTTP request: every message in it is judged before it goes on. */
export class AnswerRelay {
  constructor(private readonly context: AnswerContext) {}

  /** One JSON body. Resolves when it is on its way. */
  async json(answer: HttpResponse): Promise<void> {
    const { response, headers, ids, maxBytes } = this.context;
    const bytes = await this.whole(answer);
    if (bytes === undefined) {
      send(response, 502, headers, failureBody(this.end(ids), `the answer of the server is longer than ${maxBytes} bytes`));
      return;
    }
    const body = this.judgedBody(bytes);
    if (body) send(response, answer.status, headers, body);
    else send(response, 502, headers, failureBody(this.end(ids), UNANSWERED));
  }

  /** A body as it goes on; undefined where nothing of it does. Its requests are answered thereby, all of them. */
  judgedBody(bytes: Buffer): Buffer | undefined {
    const { extra, ids, isBatch } = this.context;
    const buffer = onOneLine(bytes);
    const { onward } = this.judge({ buffer, from: 0, to: buffer.length }, { isWhole: !isBatch });
    const left = this.end(ids);
    if (onward === true && left.length === 0 && extra.length === 0) return bytes;
    const lines = [...extra, ...(onward === undefined ? [] : [onward === true ? buffer : onward])];
    if (left.length > 0) lines.push(...left.map((id) => failureBody([id], UNANSWERED)));
    return lines.length === 0 ? undefined : oneBody(lines, isBatch);
  }

  /** A stream of events, as they come, at the pace of the client. Resolves when it is over. */
  async events({ body }: HttpResponse): Promise<void> {
    const { response, headers, maxBytes, ids } = this.context;
    const events = new EventParser(maxBytes);
    let canResume = false;
    this.begin(headers);
    let lastSign = performance.now();
    try {
      for await (const chunk of body) {
        const out: Buffer[] = [];
        for (const event of events.push(bufferOf(chunk))) {
          canResume ||= event.id !== undefined;
          out.push(...this.event(event));
        }
        if (out.length === 0 && performance.now() - lastSign > SIGN_MS) out.push(COMMENT);
        if (out.length > 0) lastSign = performance.now();
        if (response.destroyed) return;
        if (out.length > 0 && !response.write(Buffer.concat(out))) await drained(response);
      }
    } catch {
      // The stream is lost: a client that knows the id of an event may ask for the rest.
    }
    if (response.destroyed) return;
    if (canResume) this.context.conversation.cancel(ids);
    else for (const id of this.end(ids)) response.write(eventBytes({}, failureBody([id], UNANSWERED)));
    response.end();
  }

  private begin(headers: Record<string, string>): void {
    const { response, extra } = this.context;
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' });
    response.flushHeaders();
    for (const line of extra.flatMap(lines)) response.write(eventBytes({}, line));
  }

  /** The events that one becomes. What is no message tells its id and time to wait at most. */
  private event({ frame, type, ...place }: StreamEvent): Buffer[] {
    const bare = place.id === undefined && place.retry === undefined ? [] : [eventBytes(place, undefined)];
    if (!frame || !isMessage(type)) return bare;
    const { onward } = this.judge(frame, { mayRepeat: place.id !== undefined });
    if (onward === undefined) return bare;
    if (onward === true) return [eventBytes(place, frame.buffer.subarray(frame.from, frame.to))];
    const all = lines(onward);
    // Whoever goes on after this event has seen all that it became.
    return all.map((line, at) => eventBytes(at === all.length - 1 ? place : {}, line));
  }

  /** `isWhole`: it is all that answers one request, so it can be nothing but its answer. */
  private judge(line: Line, { mayRepeat = false, isWhole = false }): FrameOutcome {
    const { conversation, maxBytes, ids } = this.context;
    const { protocol } = conversation;
    const parsed = parseFrame(line, maxBytes);
    if (parsed === undefined) return {};
    let outcome: FrameOutcome;
    if ('fault' in parsed) outcome = protocol.refuse('server', parsed.fault);
    else if (isWhole && isAsking(parsed.value)) outcome = protocol.refuse('server', { ...NO_ANSWER, ids });
    else {
      const again = mayRepeat
        ? [parsed.value]
            .flat()
            .flatMap(answeredId)
            .map((id) => conversation.mayRepeat(id))
        : [];
      outcome = protocol.judge('server', parsed.value);
      for (const keep of again) keep();
    }
    outcome = conversation.recorded(outcome);
    if (outcome.back) this.context.tellServer(outcome.back);
    return outcome;
  }

  /** Requests that are still open, and are not any more. */
  private end(ids: readonly Id[]): Id[] {
    const open = this.context.conversation.open(ids);
    this.context.conversation.settle(open);
    return open;
  }

  private async whole({ body }: HttpResponse): Promise<Buffer | undefined> {
    const { maxBytes } = this.context;
    const frame = new FrameBuffer(maxBytes);
    for await (const chunk of body) {
      frame.push(bufferOf(chunk));
      if (frame.isTooLong) return undefined;
    }
    return frame.takeBytes();
  }
}

function isAsking(message: unknown): boolean {
  return isObject(message) && own(message, 'method') !== undefined;
}

function answeredId(message: unknown): Id[] {
  if (!isObject(message) || own(message, 'method') !== undefined) return [];
  const id = own(message, 'id');
  return isId(id) ? [id] : [];
}

/** The lines of messages that end with one. */
function lines(bytes: Buffer): Buffer[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
