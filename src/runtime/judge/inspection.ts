import { argumentShapes } from '../../support/argument-shape.js';
import { isObject, type JsonObject, own } from '../../support/json.js';
import { redact } from '../../support/redact.js';
import type { RuntimeEffect, RuntimeEvent } from '../evidence/event.js';
import type { Refusal } from '../frames/answers.js';
import type { Id } from '../frames/message.js';
import { type SpanOutcome, traceParent } from '../link/call-spans.js';
import { type Answer, type Change, greetings, type Incident, type Inspector, type Request } from '../relay/inspector.js';
import type { PendingRequest } from '../relay/session.js';
import { CallJudge } from './call-judge.js';
import { detected, type Objection } from './finding.js';
import { hiddenIn } from './hidden-text.js';
import { type JudgedList, ListJudge } from './list-judge.js';
import { withoutSecrets } from './secrets.js';
import { SessionFlow } from './session-flow.js';
import type { JudgeSetup } from './setup.js';
import { ToolBook } from './tool-book.js';

/** Characters of a name or a reason that are recorded. */
const MAX_TEXT = 200;
/** Lines on standard error, each told once. */
const MAX_TOLD = 1_000;

/** Where policies are enforced, nothing goes on that could not be recorded. */
const UNRECORDED = { effect: 'deny', isAudited: false, rule: 'evidence.unavailable', reason: 'the decision cannot be recorded' } as const;

const PASSED = { effect: 'allow', would: 'allow' } as const;

/** Judges the frames of one session and records what was decided. */
export class Inspection implements Inspector {
  readonly seesAll: boolean;
  private readonly tools: ToolBook;
  private readonly calls: CallJudge;
  private readonly lists: ListJudge;
  private readonly flow = new SessionFlow();
  private readonly told = new Set<string>();
  private isRecording = true;
  decisions = 0;

  constructor(private readonly setup: JudgeSetup) {
    this.seesAll = setup.logAll;
    this.tools = new ToolBook(setup.server);
    this.calls = new CallJudge(setup, this.tools);
    this.lists = new ListJudge(setup, this.tools, (finding) => this.isEnforced(finding));
  }

  request({ id, method, params }: Request): Change | undefined {
    if (method === 'tools/call') return this.call(id, params);
    this.take({ kind: 'request', method: shown(method), ...PASSED });
    return undefined;
  }

  answer(message: Answer, asked: PendingRequest): Change | undefined {
    const { method } = asked;
    if (method === 'tools/call') {
      const change = this.result(message, asked.tool ?? '');
      this.setup.spans?.end(message.id, outcomeOf(message, change));
      return change;
    }
    if (message.isError) return undefined;
    const judged = greetings.has(method) ? this.lists.greeting(message.result) : this.lists.judge(method, message.result, !asked.isPage);
    this.recordList(method, judged);
    return judged.result ? { value: { ...message.value, result: judged.result } } : undefined;
  }

  note({ rule, reason, method, side }: Incident): void {
    const where = method === undefined ? {} : { method: shown(method) };
    this.take({ kind: 'protocol', effect: 'deny', would: 'deny', rule, reason: `${reason} (from the ${side})`, ...where });
  }

  shown(text: string): string {
    return redact(text);
  }

  commit(): boolean {
    const { events, mode, say } = this.setup;
    const wasRecording = this.isRecording;
    this.isRecording = events.commit(mode === 'enforce');
    if (wasRecording && !this.isRecording) say('decisions cannot be recorded');
    return this.isRecording || mode === 'audit';
  }

  withhold(message: Request | Answer): Refusal {
    if (message.kind === 'request') {
      const { id, method, params } = message;
      const tool = params && own(params, 'name');
      this.record(
        {
          kind: method === 'tools/call' ? 'call' : 'request',
          method: shown(method),
          ...(typeof tool === 'string' && { tool: shown(tool) }),
        },
        UNRECORDED,
      );
      this.setup.spans?.end(id, { effect: 'deny', rule: UNRECORDED.rule, isError: false });
    } else this.record({ kind: 'result' }, UNRECORDED);
    return UNRECORDED;
  }

  async close(): Promise<void> {
    await Promise.all([this.setup.events.close(), this.setup.spans?.close()]);
  }

  private call(id: Id, params: JsonObject | undefined): Change | undefined {
    const tool = params && own(params, 'name');
    const args = (params && own(params, 'arguments')) ?? {};
    if (typeof tool !== 'string' || !isObject(args)) {
      const refused = { rule: 'protocol.call', reason: 'a call names a tool, and its arguments are an object' };
      this.record({ kind: 'protocol', method: 'tools/call' }, { ...refused, effect: 'deny', isAudited: false });
      return { refused };
    }
    const { server, agent, live } = this.setup;
    const call = {
      ...{ tool, server, agent, source: live?.source },
      tool_classes: this.tools.classesOf(tool),
      session_classes: this.flow.classes,
      arguments: args,
    };
    const finding = this.calls.judge(call);
    const isDenied = finding?.effect === 'deny' && this.isEnforced(finding);
    const { events, shapeKey, spans } = this.setup;
    const traceId = spans ? this.span(id, tool, params, finding) : traceParent(traceparentOf(params))?.traceId;
    if (isDenied) spans?.end(id, { isError: false });
    // Nothing to be told and nowhere to write it: the common case of a relay without a log.
    if (finding || events.isKept) {
      const kept = events.isKept ? { arguments: argumentShapes(args, shapeKey), ...(traceId !== undefined && { trace_id: traceId }) } : {};
      this.record({ kind: 'call', method: 'tools/call', tool: shown(tool), ...kept }, finding);
    }
    return isDenied ? { refused: finding } : undefined;
  }

  /** Begins the span of a call; gives its trace id. */
  private span(id: Id, tool: string, params: JsonObject | undefined, finding: Objection | undefined): string | undefined {
    const { spans, server, agent } = this.setup;
    const effect = finding === undefined || (finding.effect !== 'warn' && !this.isEnforced(finding)) ? 'allow' : finding.effect;
    return spans?.begin(id, { tool: shown(tool), server, agent, traceparent: traceparentOf(params), effect, rule: finding?.rule });
  }

  private result(message: Answer, tool: string): Change | undefined {
    const { detectors } = this.setup;
    const event = { kind: 'result', method: 'tools/call', tool: shown(tool) } as const;
    const hidden = detectors.hidden_text === 'off' ? undefined : hiddenIn(message.value);
    const finding =
      hidden === undefined ? undefined : detected(detectors.hidden_text, 'detector.hidden-text', `the result holds ${hidden}`);
    if (finding) this.record(event, finding);
    if (finding?.effect === 'deny' && this.isEnforced(finding)) return { refused: finding };
    this.flow.read(this.tools.classesOf(tool));
    return this.withoutSecrets(message, event);
  }

  private withoutSecrets({ value }: Answer, event: Pick<RuntimeEvent, 'kind' | 'tool'>): Change | undefined {
    const { mode, detectors, redact: wish } = this.setup;
    const level = detectors.secret_results;
    if (level === 'off' && wish !== true) return undefined;
    const left = withoutSecrets(value);
    if (left === value || !isObject(left)) return undefined;
    const isTaken = wish ?? (mode === 'enforce' && level === 'redact');
    const effect = isTaken || level === 'redact' ? 'redact' : 'warn';
    const finding: Objection = { effect, isAudited: !isTaken, rule: 'detector.secret-results', reason: 'the result holds a secret' };
    this.record(event, finding, isTaken);
    return isTaken ? { value: left } : undefined;
  }

  private recordList(method: string, { findings }: JudgedList): void {
    for (const finding of findings)
      this.record({ kind: 'list', method, ...(finding.kind === 'tool' && { tool: shown(finding.name) }) }, finding);
  }

  private record(event: Omit<RuntimeEvent, 'effect' | 'would'>, finding: Objection | undefined, isDone?: boolean): void {
    if (!finding) {
      this.take({ ...event, ...PASSED });
      return;
    }
    const { effect: would, rule, policy, reason } = finding;
    const effect: RuntimeEffect = would === 'warn' || (isDone ?? this.isEnforced(finding)) ? would : 'allow';
    this.take({ ...event, effect, would, rule, reason: shown(reason), ...(policy !== undefined && { policy }) });
    this.tell(event, finding, effect);
  }

  private tell(
    { method, tool }: Omit<RuntimeEvent, 'effect' | 'would'>,
    { effect: would, rule, reason }: Objection,
    effect: RuntimeEffect,
  ): void {
    const what = effect === would ? WORDS[would] : `would have ${WORDS[would]}`;
    const line = `${what} ${[method, tool].filter((one) => one !== undefined && one !== '').join(' ')} (${rule}): ${shown(reason)}`;
    if (this.told.has(line) || this.told.size >= MAX_TOLD) return;
    this.told.add(line);
    this.setup.say(line);
  }

  private take(event: RuntimeEvent): void {
    this.decisions += 1;
    this.setup.events.take(event);
  }

  private isEnforced({ isAudited, isAccess }: Objection): boolean {
    return isAccess === true || (this.setup.mode === 'enforce' && !isAudited);
  }
}

const WORDS: Readonly<Record<RuntimeEffect, string>> = { allow: 'allowed', warn: 'warned of', redact: 'redacted', deny: 'denied' };

/** Names and reasons come from outside: what may be secret or cannot be shown is replaced. */
function shown(text: string): string {
  return redact(text.slice(0, 4 * MAX_TEXT))
    .replace(/[\p{Cc}\p{Cs}]/gu, '\uFFFD')
    .slice(0, MAX_TEXT);
}

/** The trace context that a call comes with, as its caller says. */
function traceparentOf(params: JsonObject | undefined): unknown {
  const meta = params && own(params, '_meta');
  return isObject(meta) ? own(meta, 'traceparent') : undefined;
}

/** What a span tells of an answer: whether it was one, and what was done to it. */
function outcomeOf({ isError, result }: Answer, change: Change | undefined): SpanOutcome {
  const failed = { isError: isError || (isObject(result) && own(result, 'isError') === true) };
  if (change === undefined) return failed;
  return 'refused' in change ? { ...failed, effect: 'deny', rule: change.refused.rule } : { ...failed, effect: 'redact' };
}
