import type { IacValue, SourcePlace } from '../../../../model/iac.js';
import { UsageError } from '../../../../support/errors.js';
import { type LocatedYaml, parseLocated } from '../../../../support/located-yaml.js';

/** The object that a text of YAML holds, each part at its own line. Undefined: it is none, or not known whole. */
export function manifestIn(value: IacValue | undefined): IacValue | undefined {
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
  try {
    // A text of several lines begins on the line after its name: a heredoc.
    const before = value.value.includes('\n') ? 0 : -1;
    return placed(parseLocated(value.value, value.at.path), value.at, before);
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

function placed(node: LocatedYaml, start: SourcePlace, before: number): IacValue {
  const at = { path: start.path, line: start.line + node.line + before };
  if (node.kind === 'scalar') return { kind: 'scalar', at, value: node.value };
  if (node.kind === 'list') return { kind: 'list', at, items: node.items.map((item) => placed(item, start, before)) };
  return { kind: 'map', at, entries: new Map([...node.entries].map(([key, item]) => [key, placed(item, start, before)])) };
}
