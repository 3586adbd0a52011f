import { nameOf } from '../../collect/mcp/introspection.js';
import { comparePins, type PinDrift } from '../../collect/mcp/pin-drift.js';
import type { Pin, PinnedKind, PinnedServer, PinSet } from '../../model/pins.js';
import { definitionHash } from '../../support/definition-hash.js';
import { isObject, own } from '../../support/json.js';

/** The lists that pins know, by the method that asks for them; and the member of the result that holds them. */
export const pinnedLists: ReadonlyMap<string, { kind: PinnedKind; member: string }> = new Map([
  ['tools/list', { kind: 'tool', member: 'tools' }],
  ['prompts/list', { kind: 'prompt', member: 'prompts' }],
  ['resources/list', { kind: 'resource', member: 'resources' }],
  ['resources/templates/list', { kind: 'resource', member: 'resourceTemplates' }],
]);

/** What was approved of the server that runs, held against what it says now. */
export class PinnedState {
  private constructor(
    private readonly candidates: readonly PinnedServer[],
    private readonly others: readonly PinnedServer[],
  ) {}

  /** Undefined where nothing of a server of this name was pinned. */
  static of(pins: PinSet, server: string): PinnedState | undefined {
    const candidates = pins.servers.filter(({ name }) => name === server);
    if (candidates.length === 0) return undefined;
    return new PinnedState(
      candidates,
      pins.servers.filter(({ name }) => name !== server),
    );
  }

  knowsTool(name: string): boolean {
    return this.candidates.some(({ tool }) => tool.some((pin) => pin.name === name));
  }

  /**
   * How definitions differ from what was approved. Where two servers of this name are pinned, the one that they differ least from counts.
   * What is gone is only told of a list that is `whole`.
   */
  drift(kind: PinnedKind, definitions: readonly unknown[], whole: boolean): PinDrift[] {
    const pins = definitions.map((definition): Pin => ({ name: nameOf(definition) ?? '', hash: definitionHash(definition), definition }));
    const found = this.candidates.map((before) => this.compare(before, { ...before, [kind]: pins }));
    const least = found.reduce((best, one) => (one.length < best.length ? one : best));
    return whole ? least : least.filter((drift) => drift.kind !== 'removed');
  }

  /** The drift of the instructions in the answer to `initialize`. */
  instructionsDrift(result: unknown): PinDrift[] {
    const said = isObject(result) ? own(result, 'instructions') : undefined;
    const found = this.candidates.map((before) => {
      const { instructions: _, ...rest } = before;
      return this.compare(before, { ...rest, ...(typeof said === 'string' && { instructions: said }) });
    });
    return found.reduce((best, one) => (one.length < best.length ? one : best));
  }

  private compare(before: PinnedServer, now: PinnedServer): PinDrift[] {
    return comparePins({ servers: [before, ...this.others] }, { servers: [now, ...this.others] });
  }
}

/** One line on what a definition has become. */
export function driftReason({ kind, what = 'tool', name = '', formerly, shadows = [], changes }: PinDrift): string {
  const fields = changes.map(({ pointer }) => pointer || '/').slice(0, 8);
  const where = fields.length === 0 ? '' : `: ${fields.join(', ')}`;
  switch (kind) {
    case 'changed':
      return `${what} ${name} is not what was pinned${where}`;
    case 'renamed':
      return `${what} ${name} was pinned as ${formerly ?? ''}${where}`;
    case 'removed':
      return `${what} ${name} was pinned and is gone`;
    case 'shadowed':
      return `${what} ${name} is new and takes a name of ${shadows.join(', ')}`;
    case 'instructions':
      return 'the instructions of the server are not what was pinned';
    default:
      return `${what} ${name} is new since the server was pinned`;
  }
}
