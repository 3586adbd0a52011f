import type { PinnedServer } from '../../../src/model/pins.js';
import type { RuntimeEvent } from '../../../src/runtime/evidence/event.js';
import { Inspection } from '../../../src/runtime/judge/inspection.js';
import { PinnedState } from '../../../src/runtime/judge/pinned-server.js';
import { presetPolicy, presets } from '../../../src/runtime/judge/presets.js';
import type { Answer } from '../../../src/runtime/relay/inspector.js';
import { definitionHash } from '../../../src/support/definition-hash.js';
import { isObject, type JsonObject } from '../../../src/support/json.js';

/** What was said of one message: each rule that spoke, with the tool that it spoke of where there is one. */
export interface Said {
  rule: string;
  tool?: string;
}

/** One session under the strict preset in audit mode: every frame is judged as in a relay, and passes. */
export class JudgedSession {
  private readonly inspection: Inspection;
  private readonly events: RuntimeEvent[] = [];

  constructor(server: string, pinned: readonly PinnedServer[] = []) {
    this.inspection = new Inspection({
      server,
      mode: 'audit',
      policies: [presetPolicy('strict')],
      detectors: presets.strict.detectors,
      pinned: PinnedState.of({ servers: [...pinned] }, server),
      rate: undefined,
      redact: undefined,
      logAll: false,
      events: { isKept: true, take: (event) => this.events.push(event), commit: () => true, close() {} },
      shapeKey: new Uint8Array(32),
      clock: () => 0,
      say() {},
    });
  }

  list(tools: readonly unknown[]): Said[] {
    this.inspection.answer(answerOf({ tools }), { method: 'tools/list' });
    return this.said();
  }

  greet(instructions: string): Said[] {
    this.inspection.answer(answerOf({ instructions }), { method: 'initialize' });
    return this.said();
  }

  call(tool: string, args: JsonObject = {}): Said[] {
    this.inspection.request({ kind: 'request', id: 1, method: 'tools/call', params: { name: tool, arguments: args }, value: {} });
    return this.said();
  }

  answer(tool: string, result: unknown): Said[] {
    this.inspection.answer(answerOf(result), { method: 'tools/call', tool });
    return this.said();
  }

  private said(): Said[] {
    return this.events.splice(0).flatMap(({ rule, tool }) => (rule === undefined ? [] : [{ rule, ...(tool !== undefined && { tool }) }]));
  }
}

function answerOf(result: unknown): Answer {
  return { kind: 'answer', id: 1, result, isError: false, value: { jsonrpc: '2.0', id: 1, result } };
}

/** A server as it is pinned with these tools. */
export function pinnedServer(name: string, tools: readonly unknown[], instructions?: string): PinnedServer {
  const tool = tools
    .filter(isObject)
    .map((definition) => ({ name: String(definition.name), hash: definitionHash(definition), definition }));
  return { ref: `mcp:${name}`, name, tool, prompt: [], resource: [], ...(instructions !== undefined && { instructions }) };
}

/** A result as a tool gives text. */
export function textResult(text: string): JsonObject {
  return { content: [{ type: 'text', text }] };
}
