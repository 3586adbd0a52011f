import { CastellanError } from '../../support/errors.js';
import { isObject, own } from '../../support/json.js';
import type { HttpResponse } from '../../system/http.js';
import { codes, type Id } from '../frames/message.js';
import { parseFrame } from '../frames/parse-frame.js';
import type { FrameOutcome } from '../relay/protocol.js';
import { AnswerRelay } from './answer-relay.js';
import { drain, EVENTS_TYPE, JSON_TYPE, mediaType, type Question } from './ask.js';
import type { Conversation } from './conversation.js';
import type { Exchange } from './exchange.js';
import { towardsClient, towardsServer } from './forwarded-headers.js';
import { onOneLine } from './frame-buffer.js';
import { disagreement, joinedHeader } from './header-agreement.js';
import { challengeFor } from './metadata.js';
import { type Outgoing, outgoing } from './outgoing.js';
import { mayBeOlder, readRefusal, refusalText } from './refusal-text.js';
import { failureBody, oneBody, send } from './reply.js';
import type { ConversationHold, SessionBook } from './session-book.js';
import { whyNot } from './way.js';
import { HEADER_MISMATCH, SESSION_NOT_FOUND } from './wire-names.js';

export interface FaceContext {
  /** Rejects where nobody answers. Ends with the client. */
  ask(question: Question): Promise<HttpResponse>;
  /** Asks without waiting for what comes of it. */
  tell(question: Question): void;
  /** Takes over where the server refuses `initialize` as one of 2024-11-05 does. False: it is none; nothing is answered then. */
  fallBack(exchange: Exchange): Promise<boolean>;
  sessions: SessionBook;
  maxBytes: number;
  passAuthorization: boolean;
  publicUrl: URL | undefined;
}

/** What a revision without the header is taken for (2025-06-18, protocol version header). */
const ASSUMED_REVISION = '2025-03-26';

type Parsed = { value: unknown; body: Buffer; out: Outgoing };

/** One HTTP request of a client, relayed to a remote server. */
export class FaceExchange {
  constructor(
    private readonly exchange: Exchange,
    private readonly context: FaceContext,
  ) {}

  async run(): Promise<void> {
    const { method } = this.exchange.request;
    if (method === 'POST') return this.post();
    if (method === 'GET') return this.get();
    if (method === 'DELETE') return this.delete();
    send(this.exchange.response, 405, { allow: 'GET, POST, DELETE' }, failureBody([], 'this address takes GET, POST and DELETE'));
  }

  private async post(): Promise<void> {
    const { response } = this.exchange;
    if (mediaType({ headers: { 'content-type': this.header('content-type') ?? '' } }) !== JSON_TYPE) {
      send(response, 415, {}, failureBody([], 'a message is sent as application/json'));
      return;
    }
    const parsed = await this.parse();
    if (!parsed) return;
    const { out } = parsed;
    const mismatch = disagreement(this.exchange.request.headers, out, { isServer: false });
    if (mismatch !== undefined) {
      send(response, 400, {}, failureBody(out.ids, mismatch, HEADER_MISMATCH));
      return;
    }
    const isHello = out.method === 'initialize' && out.revision === undefined;
    if (isHello && this.header('mcp-session-id') === undefined) {
      await this.hello(parsed);
      return;
    }
    const hold = await this.hold(out.ids);
    if (!hold) return;
    try {
      await this.forward(parsed, hold.conversation);
    } finally {
      hold.release();
    }
  }

  /** The first request of a session: the server names it in its answer. */
  private async hello(parsed: Parsed): Promise<void> {
    const begun = await this.context.sessions.begin(this.exchange.client);
    try {
      await this.forward(parsed, begun.conversation, (id) => begun.name(id));
    } finally {
      begun.release();
    }
  }

  private async get(): Promise<void> {
    const hold = await this.hold([]);
    if (!hold) return;
    try {
      const answer = await this.context.ask({ method: 'GET', headers: this.headers() });
      if (answer.status === 200 && mediaType(answer) === EVENTS_TYPE) await this.relay(answer, hold.conversation, []).events(answer);
      else await this.refused(answer, hold.conversation, []);
    } finally {
      hold.release();
    }
  }

  private async delete(): Promise<void> {
    const { response } = this.exchange;
    if (this.header('mcp-session-id') === undefined) {
      send(response, 400, {}, failureBody([], 'no session is named'));
      return;
    }
    const hold = await this.hold([]);
    if (!hold) return;
    try {
      const answer = await this.context.ask({ method: 'DELETE', headers: this.headers() });
      const isOver = answer.status >= 200 && answer.status <= 299;
      if (isOver) {
        await drain(answer.body);
        this.context.sessions.end(hold.conversation);
        send(response, answer.status, towardsClient(answer.headers));
      } else await this.refused(answer, hold.conversation, []);
    } finally {
      hold.release();
    }
  }

  /** The session that the request names, or what stands for none. Undefined: the client has been told that there is no such session. */
  private async hold(ids: readonly Id[]): Promise<ConversationHold | undefined> {
    const { request, response, client } = this.exchange;
    const { sessions } = this.context;
    const id = this.header('mcp-session-id');
    if (id !== undefined) {
      const hold = sessions.find(id, client);
      if (!hold) send(response, 404, {}, failureBody(ids, 'there is no such session', SESSION_NOT_FOUND));
      return hold;
    }
    const hold = await sessions.single(client);
    hold.conversation.session.revision = joinedHeader(request, 'mcp-protocol-version') ?? ASSUMED_REVISION;
    return hold;
  }

  /** The body, read strictly. Undefined: the client has been told what is wrong with it. */
  private async parse(): Promise<Parsed | undefined> {
    const { body = Buffer.alloc(0), response, client } = this.exchange;
    const buffer = onOneLine(body);
    const parsed = parseFrame({ buffer, from: 0, to: buffer.length }, this.context.maxBytes);
    if (parsed && 'value' in parsed) return { value: parsed.value, body, out: outgoing(body, parsed.value) };
    const fault = parsed?.fault ?? { code: codes.parseError, reason: 'no message', ids: [] };
    const { conversation, release } = await this.context.sessions.single(client);
    try {
      const { back } = conversation.recorded(conversation.protocol.refuse('client', fault));
      send(response, 400, {}, back && oneBody([back], false));
    } finally {
      release();
    }
    return undefined;
  }

  private async forward(frame: Parsed, conversation: Conversation, name?: (id: string | undefined) => boolean): Promise<void> {
    const { value, body, out } = frame;
    const outcome = conversation.recorded(conversation.protocol.judge('client', value));
    if (!outcome.onward) {
      this.answerOurselves(outcome, Array.isArray(value));
      return;
    }
    const sent = outcome.onward === true ? body : outcome.onward;
    const ids = conversation.open(outcome.onward === true ? out.ids : outgoing(sent, parsed(sent)).ids);
    const onClose = () => conversation.cancel(ids);
    this.exchange.response.once('close', onClose);
    try {
      const answer = await this.context.ask({ method: 'POST', headers: { ...this.headers(), 'content-type': JSON_TYPE }, body: sent });
      await this.answer(answer, conversation, { ids, extra: outcome.back ? [outcome.back] : [], isBatch: Array.isArray(value), name });
    } catch (error) {
      conversation.settle(ids);
      if (!(error instanceof CastellanError) && !this.exchange.response.destroyed) throw error;
      send(this.exchange.response, 502, {}, failureBody(ids, whyNot(error)));
    } finally {
      this.exchange.response.off('close', onClose);
    }
  }

  /** Nothing of the message goes on: it was denied, refused, or nobody waits for it. */
  private answerOurselves({ back }: FrameOutcome, isBatch: boolean): void {
    const { response } = this.exchange;
    if (!back) {
      send(response, 202, {});
      return;
    }
    // A frame that was refused as a whole is told of by one error without an id.
    const only = parsed(oneBody([back], false));
    const isRefused = isObject(only) && own(only, 'id') === null;
    send(response, isRefused ? 400 : 200, {}, oneBody([back], isBatch && !isRefused));
  }

  private async answer(
    answer: HttpResponse,
    conversation: Conversation,
    {
      ids,
      extra,
      isBatch,
      name,
    }: { ids: readonly Id[]; extra: readonly Buffer[]; isBatch: boolean; name: ((id: string | undefined) => boolean) | undefined },
  ): Promise<void> {
    const { response } = this.exchange;
    const isGood = answer.status >= 200 && answer.status <= 299;
    if (!isGood) return this.refused(answer, conversation, ids, name !== undefined);
    const session = answer.headers['mcp-session-id'];
    if (name && !name(session) && session !== undefined) {
      await drain(answer.body);
      conversation.settle(ids);
      send(response, 502, {}, failureBody(ids, 'the server has given the session of another client'));
      return;
    }
    const relay = this.relay(answer, conversation, ids, extra, isBatch);
    const type = mediaType(answer);
    if (ids.length === 0) {
      await drain(answer.body);
      send(
        response,
        extra.length > 0 ? 200 : answer.status,
        towardsClient(answer.headers),
        extra.length > 0 ? oneBody(extra, isBatch) : undefined,
      );
    } else if (type === EVENTS_TYPE) await relay.events(answer);
    else if (type === JSON_TYPE) await relay.json(answer);
    else {
      await drain(answer.body);
      conversation.settle(ids);
      send(response, 502, {}, failureBody(ids, 'the server has answered with neither JSON nor events'));
    }
  }

  private relay(
    answer: HttpResponse,
    conversation: Conversation,
    ids: readonly Id[],
    extra: readonly Buffer[] = [],
    isBatch = false,
  ): AnswerRelay {
    return new AnswerRelay({
      conversation,
      response: this.exchange.response,
      headers: towardsClient(answer.headers),
      maxBytes: this.context.maxBytes,
      ids,
      extra,
      isBatch,
      tellServer: (body) => this.context.tell({ method: 'POST', headers: { ...this.headers(), 'content-type': JSON_TYPE }, body }),
    });
  }

  /** A status that is no success goes on; of its body, what is judged or cannot be taken for a message. */
  private async refused(answer: HttpResponse, conversation: Conversation, ids: readonly Id[], isHello = false): Promise<void> {
    const { passAuthorization, publicUrl, sessions, fallBack } = this.context;
    const refusal = await readRefusal(answer);
    if (isHello && mayBeOlder(refusal, ids) && (await fallBack(this.exchange))) {
      conversation.settle(ids);
      return;
    }
    const challenge = answer.headers['www-authenticate'];
    const headers = towardsClient(answer.headers);
    if (passAuthorization && challenge !== undefined) headers['www-authenticate'] = challengeFor(challenge, publicUrl);
    // The credentials are ours, not the client's: it cannot mend them.
    const isOurs = answer.status === 401 && !passAuthorization;
    const isRedirect = answer.status < 400;
    const status = isOurs || isRedirect ? 502 : answer.status;
    const body = isOurs || isRedirect || !refusal.json ? undefined : this.refusalBody(refusal.json, answer, conversation, ids);
    // A server may have no stream of its own at this address: only what was sent to it tells that the session is over.
    const isOver = answer.status === 404 && this.exchange.request.method !== 'GET' && conversation.open(ids).length === ids.length;
    conversation.settle(ids);
    if (isOver) sessions.end(conversation);
    const reason = isOurs ? 'the server does not accept the credentials of this gateway' : refusalText(refusal);
    send(this.exchange.response, status, headers, body ?? failureBody(ids, reason));
  }

  private refusalBody(
    { bytes, value }: { bytes: Buffer; value: unknown },
    answer: HttpResponse,
    conversation: Conversation,
    ids: readonly Id[],
  ): Buffer | undefined {
    const isMessage = Array.isArray(value) || (isObject(value) && (Object.hasOwn(value, 'jsonrpc') || Object.hasOwn(value, 'result')));
    if (!isMessage) return bytes;
    if (isObject(value) && (own(value, 'id') === null || own(value, 'id') === undefined)) return undefined;
    return this.relay(answer, conversation, ids).judgedBody(bytes);
  }

  private headers(): Record<string, string> {
    return towardsServer(this.exchange.request.headers, this.context.passAuthorization);
  }

  private header(name: string): string | undefined {
    return joinedHeader(this.exchange.request, name);
  }
}

function parsed(bytes: Buffer): unknown {
  return JSON.parse(bytes.toString('utf8'));
}
