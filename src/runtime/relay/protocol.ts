import { type JsonObject, own } from '../../support/json.js';
import { denial, errorLine, lineOf, type Refusal } from '../frames/answers.js';
import { codes, type Fault, type Id, isId, type Message, messageOf } from '../frames/message.js';
import { type Answer, type Incident, type Inspector, judgedAnswers, judgedRequests, type Request } from './inspector.js';
import type { PendingRequest, RelaySession, Side } from './session.js';

/** What becomes of a frame: what goes on (`true`: its own bytes), and what goes back to its sender. */
export interface FrameOutcome {
  onward?: true | Buffer;
  back?: Buffer;
  /** What becomes of it instead, where what was decided on it could not be recorded and had to be. */
  withheld?: () => FrameOutcome;
}

const PASS: FrameOutcome = { onward: true };
const DROP: FrameOutcome = {};

/** Judges frames by the protocol, and by the inspector where that has a say. */
export class Protocol {
  /** Set once it is ready; until then `needsInspector` tells what has to wait. */
  inspector: Inspector | undefined;
  private readonly early: Incident[] = [];
  /** One event tells of all lines that are no messages: a server may print thousands. */
  private hasStray = false;

  constructor(
    private readonly session: RelaySession,
    /** Shows a line of the server that is no message. */
    private readonly stray: (reason: string) => void,
  ) {}

  ready(inspector: Inspector): void {
    this.inspector = inspector;
    for (const incident of this.early.splice(0)) inspector.note(incident);
  }

  needsInspector(side: Side, value: unknown): boolean {
    if (this.inspector) return false;
    if (Array.isArray(value)) return true;
    const message = messageOf(value);
    if (typeof message === 'string') return false;
    if (side === 'client') return message.kind === 'request' && judgedRequests.has(message.method);
    return message.kind === 'answer' && judgedAnswers.has(this.session.asked('client', message.id)?.method ?? '');
  }

  /** A frame as it was parsed. */
  judge(side: Side, value: unknown): FrameOutcome {
    return Array.isArray(value) ? this.batch(side, value) : this.single(side, value);
  }

  /** What becomes of frames that were judged together: before any of them goes on, what was decided is on record. */
  recorded(outcomes: readonly FrameOutcome[]): readonly FrameOutcome[] {
    if (!this.inspector || this.inspector.commit()) return outcomes;
    const left = outcomes.map(instead);
    this.inspector.commit();
    return left;
  }

  /** A frame that is no message. */
  refuse(side: Side, { code, reason, ids }: Fault): FrameOutcome {
    if (side === 'client') {
      this.note({ side, rule: 'protocol.invalid', reason });
      const [id, ...more] = ids;
      const isClear = code !== codes.parseError && id !== undefined && more.length === 0 && !this.session.isOpen('client', id);
      return { back: errorLine(isClear ? id : null, code, reason) };
    }
    const ended = [...new Set(ids)].filter((id) => this.session.isOpen('client', id));
    if (ended.length === 0) {
      this.stray(reason);
      if (!this.hasStray) this.note({ side, rule: 'protocol.stray', reason: `a line that is no message: ${reason}` });
      this.hasStray = true;
      return DROP;
    }
    this.note({ side, rule: 'protocol.invalid', reason });
    return { onward: Buffer.concat(ended.map((id) => this.endOf(id, reason))) };
  }

  private endOf(id: Id, reason: string): Buffer {
    this.session.settle('client', id);
    return errorLine(id, codes.refused, `the answer of the server was refused (protocol.invalid): ${reason}`, { rule: 'protocol.invalid' });
  }

  private single(side: Side, value: unknown): FrameOutcome {
    const message = messageOf(value);
    if (typeof message === 'string') return this.refuse(side, { code: codes.invalidRequest, reason: message, ids: idsOf(value) });
    return side === 'client' ? this.fromClient(message) : this.fromServer(message);
  }

  private batch(side: Side, values: readonly unknown[]): FrameOutcome {
    const ids = values.flatMap(idsOf);
    const refuse = (reason: string) => this.refuse(side, { code: codes.invalidRequest, reason, ids: side === 'client' ? [] : ids });
    if (!this.session.hasBatches) return refuse('this revision of the protocol has no batches');
    if (values.length === 0) return refuse('an empty batch');
    return joined(
      values,
      values.map((value) => this.single(side, value)),
    );
  }

  private fromClient(message: Message): FrameOutcome {
    switch (message.kind) {
      case 'request':
        return this.asks(message);
      case 'answer':
        return this.session.settle('server', message.id) ? PASS : this.unasked('client');
      case 'notification':
        this.cancels('client', message);
        return PASS;
      default:
        return PASS;
    }
  }

  private asks(message: Request): FrameOutcome {
    const { id, method, params } = message;
    if (this.session.isOpen('client', id)) return this.inUse('client', method);
    const isJudged = judgedRequests.has(method) || this.inspector?.seesAll === true;
    const change = isJudged ? this.inspector?.request(message) : undefined;
    if (change && 'refused' in change) return { back: denial(id, method, change.refused) };
    this.session.ask('client', id, askedBy(method, params));
    if (method === 'initialize') this.session.hello(params);
    if (!isJudged) return PASS;
    return { onward: change ? lineOf(change.value) : true, withheld: () => this.withheldRequest(message) };
  }

  private withheldRequest(message: Request): FrameOutcome {
    const { id, method } = message;
    this.session.settle('client', id);
    return this.inspector ? { back: denial(id, method, this.inspector.withhold(message)) } : DROP;
  }

  private fromServer(message: Message): FrameOutcome {
    switch (message.kind) {
      case 'request':
        return this.asksClient(message);
      case 'answer':
        return this.answers(message);
      case 'notification':
        this.cancels('server', message);
        return PASS;
      default:
        return PASS;
    }
  }

  private asksClient({ id, method }: Request): FrameOutcome {
    if (this.session.isOpen('server', id)) return this.inUse('server', method);
    if (!this.session.mayAskClient(method)) {
      this.note({ side: 'server', rule: 'protocol.not-offered', reason: 'the client did not say that it can be asked this', method });
      return { back: errorLine(id, codes.methodNotFound, `the client does not offer ${method.slice(0, 100)}`) };
    }
    this.session.ask('server', id, { method });
    return PASS;
  }

  private answers(message: Answer): FrameOutcome {
    const asked = this.session.settle('client', message.id);
    if (!asked) return this.unasked('server');
    if (asked.method === 'initialize') this.session.welcome(message.result);
    const { inspector } = this;
    if (!inspector || !judgedAnswers.has(asked.method)) return PASS;
    const before = inspector.decisions;
    const change = inspector.answer(message, asked);
    if (change && 'refused' in change) return refusedAnswer(message, change.refused);
    const outcome = change ? { onward: lineOf(change.value) } : PASS;
    if (inspector.decisions === before) return outcome;
    return { ...outcome, withheld: () => refusedAnswer(message, inspector.withhold(message)) };
  }

  private cancels(side: Side, { method, params }: Extract<Message, { kind: 'notification' }>): void {
    if (method !== 'notifications/cancelled' || !params) return;
    const id = own(params, 'requestId');
    if (isId(id)) this.session.cancel(side, id);
  }

  private unasked(side: Side): FrameOutcome {
    this.note({ side, rule: 'protocol.unasked', reason: 'an answer to a question that nobody has asked' });
    return DROP;
  }

  /** The refusal names no id: it would be taken for the answer to the request that has it. */
  private inUse(side: Side, method: string): FrameOutcome {
    const reason = 'the id is in use by a request that waits for its answer';
    this.note({ side, rule: 'protocol.id-in-use', reason, method });
    return { back: errorLine(null, codes.invalidRequest, reason) };
  }

  private note(incident: Incident): void {
    if (this.inspector) this.inspector.note(incident);
    else if (this.early.length < MAX_EARLY) this.early.push(incident);
  }
}

/** Incidents that are kept for an inspector that is not there yet. */
const MAX_EARLY = 1_000;

function instead(outcome: FrameOutcome): FrameOutcome {
  return outcome.withheld?.() ?? outcome;
}

/** What becomes of a batch: what goes on of it goes on as one. */
function joined(values: readonly unknown[], outcomes: readonly FrameOutcome[]): FrameOutcome {
  const isDecided = outcomes.some(({ withheld }) => withheld !== undefined);
  const withheld = isDecided ? { withheld: () => joined(values, outcomes.map(instead)) } : {};
  if (outcomes.every(({ onward }) => onward === true)) return { onward: true, ...withheld };
  const kept = outcomes.flatMap(({ onward }, at): unknown[] => {
    if (onward === undefined) return [];
    return [onward === true ? values[at] : JSON.parse(onward.toString('utf8'))];
  });
  const back = outcomes.flatMap((outcome) => outcome.back ?? []);
  return { ...(kept.length > 0 && { onward: lineOf(kept) }), ...(back.length > 0 && { back: Buffer.concat(back) }), ...withheld };
}

function refusedAnswer({ id }: Answer, { rule, reason }: Refusal): FrameOutcome {
  return { onward: errorLine(id, codes.refused, `the answer of the server was refused (${rule}): ${reason}`, { rule }) };
}

function idsOf(value: unknown): Id[] {
  const id = typeof value === 'object' && value !== null && !Array.isArray(value) ? own(value as JsonObject, 'id') : undefined;
  return isId(id) ? [id] : [];
}

function askedBy(method: string, params: JsonObject | undefined): PendingRequest {
  if (!params) return { method };
  const tool = method === 'tools/call' ? own(params, 'name') : undefined;
  if (typeof tool === 'string') return { method, tool };
  return own(params, 'cursor') === undefined ? { method } : { method, isPage: true };
}
