import { capabilitiesOf } from '../../detect/tools/capabilities.js';
import type { Capability } from '../../model/agent.js';
import { isObject, type JsonObject, own } from '../../support/json.js';

/** Tools of one list or session that are kept. */
const MAX_TOOLS = 10_000;

/** What a server has said of its tools in this session. */
export class ToolBook {
  private readonly classes = new Map<string, readonly Capability[]>();
  /** Definitions whose classes nobody has asked for yet: a list goes on before they are judged. */
  private readonly unread = new Map<string, JsonObject>();
  private readonly drifted = new Map<string, string>();
  private declared: Set<string> | undefined;

  constructor(private readonly server: string) {}

  /** True once the server has listed its tools. */
  get isListed(): boolean {
    return this.declared !== undefined;
  }

  declares(name: string): boolean {
    return this.declared?.has(name) === true;
  }

  /** What the tool can do, by its definition; by its name where it was not listed. */
  classesOf(name: string): readonly Capability[] {
    const known = this.classes.get(name);
    if (known) return known;
    const definition = this.unread.get(name);
    const byDefinition = definition ? capabilitiesOf(definition, this.server) : [];
    const found = [...new Set([...capabilitiesOf({ name }, this.server), ...byDefinition])];
    this.unread.delete(name);
    if (this.classes.size < MAX_TOOLS) this.classes.set(name, found);
    return found;
  }

  /** Takes what the server has listed; a list that begins anew replaces what was said before. */
  list(definitions: readonly unknown[], isFirst: boolean): void {
    if (isFirst || !this.declared) this.declared = new Set();
    if (isFirst) for (const kept of [this.drifted, this.classes, this.unread]) kept.clear();
    for (const definition of definitions) {
      if (!isObject(definition)) continue;
      const name = toolName(definition);
      if (name === undefined || this.declared.size >= MAX_TOOLS) continue;
      this.declared.add(name);
      this.unread.set(name, definition);
      this.classes.delete(name);
    }
  }

  /** Remembers that the tool is not what was pinned, and why. */
  drift(name: string, reason: string): void {
    this.drifted.set(name, reason);
  }

  driftOf(name: string): string | undefined {
    return this.drifted.get(name);
  }
}

export function toolName(definition: JsonObject): string | undefined {
  const name = own(definition, 'name');
  return typeof name === 'string' ? name : undefined;
}
