import type { PinDrift } from '../../collect/mcp/pin-drift.js';
import type { PinnedKind } from '../../model/pins.js';
import type { GatewayCall, GatewayPolicy } from '../../policy/gateway/policy.js';
import { isObject, type JsonObject, own } from '../../support/json.js';
import { accessDenied, detected, type Objection } from './finding.js';
import { driftReason, pinnedLists } from './pinned-server.js';
import type { JudgeSetup } from './setup.js';
import { type ToolBook, toolName } from './tool-book.js';
import { ToolVisibility } from './visible-tools.js';

/** A finding about one definition of a list. */
export interface ListFinding extends Objection {
  name: string;
  kind: PinnedKind | 'instructions';
}

export interface JudgedList {
  findings: ListFinding[];
  /** The result without the definitions that are denied; undefined where nothing is to be taken away. */
  result?: JsonObject;
}

/** Definitions of one list that are held against pins. */
const MAX_DEFINITIONS = 10_000;

/** Judges what a server offers: against what was pinned, and whether policies let an agent use it at all. */
export class ListJudge {
  private visibility: ToolVisibility | undefined;
  private live: readonly GatewayPolicy[] | undefined;
  private readonly access: ToolVisibility | undefined;
  private readonly pages = new Map<string, unknown[]>();

  constructor(
    private readonly setup: JudgeSetup,
    private readonly tools: ToolBook,
    private readonly isEnforced: (finding: Objection) => boolean,
  ) {
    if (setup.access && setup.access.length > 0) this.access = new ToolVisibility(setup.access);
    this.look();
  }

  /** Takes the policies as they hold now. */
  private look(): void {
    const { policies, live } = this.setup;
    this.live = live?.policies;
    const all = [...policies, ...(this.live ?? [])];
    this.visibility = all.length > 0 ? new ToolVisibility(all) : undefined;
  }

  /** `isFirst`: the request asked for the begin of the list. */
  judge(method: string, result: unknown, isFirst: boolean): JudgedList {
    const list = pinnedLists.get(method);
    const definitions = list && isObject(result) ? own(result, list.member) : undefined;
    if (!list || !isObject(result) || !Array.isArray(definitions)) return { findings: [] };
    const { kind, member } = list;
    if (kind === 'tool') this.tools.list(definitions, isFirst);
    const findings = [...this.drifts(method, kind, { definitions, isFirst, isWhole: own(result, 'nextCursor') === undefined })];
    if (kind === 'tool') findings.push(...this.hidden(definitions));
    const gone = new Set(findings.filter((one) => one.effect === 'deny' && this.isEnforced(one)).map(({ name }) => name));
    if (gone.size === 0) return { findings };
    const left = definitions.filter((one: unknown) => !isObject(one) || !gone.has(nameIn(one)));
    return { findings, result: { ...result, [member]: left } };
  }

  /** The answer to `initialize` or `server/discover`: instructions, and tools where the server names them at once. */
  greeting(result: unknown): JudgedList {
    const said = this.instructions(result);
    const listed = this.judge('tools/list', said.result ?? result, true);
    const left = listed.result ?? said.result;
    return { findings: [...said.findings, ...listed.findings], ...(left && { result: left }) };
  }

  private instructions(result: unknown): JudgedList {
    const drifts = this.setup.pinned?.instructionsDrift(result) ?? [];
    const findings = drifts.filter(({ kind }) => kind === 'instructions').flatMap((drift) => this.finding(drift, 'instructions'));
    const isDenied = findings.some((one) => one.effect === 'deny' && this.isEnforced(one));
    if (!isDenied || !isObject(result)) return { findings };
    const { instructions: _, ...rest } = result;
    return { findings, result: rest };
  }

  private *drifts(
    method: string,
    kind: PinnedKind,
    { definitions, isFirst, isWhole }: { definitions: readonly unknown[]; isFirst: boolean; isWhole: boolean },
  ): Generator<ListFinding> {
    const { pinned } = this.setup;
    if (!pinned) return;
    const known = isFirst ? [] : (this.pages.get(method) ?? []);
    const all = [...known, ...definitions].slice(0, MAX_DEFINITIONS);
    this.pages.set(method, all);
    const here = new Set(definitions.map((one) => (isObject(one) ? nameIn(one) : '')));
    // Resources are pinned together with their templates, which are listed apart.
    for (const drift of pinned.drift(kind, all, isWhole && kind !== 'resource')) {
      if (drift.kind !== 'removed' && !here.has(drift.name ?? '')) continue;
      if (kind === 'tool' && drift.kind !== 'removed') this.tools.drift(drift.name ?? '', driftReason(drift));
      yield* this.finding(drift, kind);
    }
  }

  private finding(drift: PinDrift, kind: ListFinding['kind']): ListFinding[] {
    const level = drift.kind === 'removed' ? 'warn' : this.setup.detectors.drift;
    const found = detected(level, `pins.${drift.kind}`, driftReason(drift));
    return found ? [{ ...found, name: drift.name ?? '', kind }] : [];
  }

  private hidden(definitions: readonly unknown[]): ListFinding[] {
    if (this.setup.live?.policies !== this.live) this.look();
    if (!this.visibility && !this.access) return [];
    return definitions.flatMap((definition): ListFinding[] => {
      const tool = isObject(definition) ? toolName(definition) : undefined;
      const found = tool === undefined ? undefined : this.hiding(tool);
      return tool === undefined || !found ? [] : [{ ...found, name: tool, kind: 'tool' }];
    });
  }

  private hiding(tool: string): Objection | undefined {
    const { server, agent, live } = this.setup;
    const { tools } = this;
    const call: GatewayCall = {
      tool,
      server,
      agent,
      source: live?.source,
      // Read only where a rule asks for it: a list does not wait for what no rule wants to know.
      get tool_classes() {
        return tools.classesOf(tool);
      },
      arguments: {},
    };
    const allowed = this.access?.decide(call);
    if (allowed?.decision === 'deny') return accessDenied(allowed.policy_id, allowed.rule_id, allowed.reason);
    const judged = this.visibility?.decide(call);
    if (judged?.would_decide !== 'deny') return undefined;
    const { decision, rule_id: rule, policy_id: policy, reason } = judged;
    return {
      effect: 'deny',
      isAudited: decision !== 'deny',
      rule: rule ?? 'policy.default',
      reason,
      ...(policy !== null && { policy }),
    };
  }
}

function nameIn(definition: JsonObject): string {
  const name = own(definition, 'uri') ?? own(definition, 'uriTemplate') ?? own(definition, 'name');
  return typeof name === 'string' ? name : '';
}
