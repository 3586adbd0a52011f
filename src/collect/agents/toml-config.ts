import { parse, TomlError } from 'smol-toml';
import { limits } from '../../support/limits.js';
import { type ConfigDocument, type ConfigNode, ConfigSyntaxError, childPointer } from './config-node.js';
import { tomlPlaces } from './toml-places.js';

/** Reads TOML 1.0. The parser says what the file means; a second look at the text says where. Throws ConfigSyntaxError. */
export function readTomlConfig(text: string): ConfigDocument {
  const value = parseToml(text);
  refuseDeep(value, 0);
  return { root: toNode(value, { pointer: '', line: 1 }, tomlPlaces(text)), duplicates: [] };
}

function parseToml(text: string): unknown {
  try {
    return parse(text, { maxDepth: limits.maxDepth, integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigSyntaxError('nested too deeply');
    if (!(error instanceof TomlError)) throw error;
    const reason = (error.message.split('\n', 1)[0] ?? '').replace(/^Invalid TOML document: /, '');
    throw new ConfigSyntaxError(`not valid TOML: ${reason.replace(/["'].*$/, '').trim()}`, error.line);
  }
}

/** Dotted keys nest without brackets, which the parser does not count. */
function refuseDeep(value: unknown, depth: number): void {
  if (depth > limits.maxDepth) throw new ConfigSyntaxError(`nested deeper than ${limits.maxDepth} levels`);
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) refuseDeep(child, depth + 1);
}

function toNode(value: unknown, place: { pointer: string; line: number }, lines: ReadonlyMap<string, number>): ConfigNode {
  const { pointer } = place;
  const line = lines.get(pointer) ?? place.line;
  const below = (child: unknown, key: string | number) => toNode(child, { pointer: childPointer(pointer, key), line }, lines);
  if (Array.isArray(value)) return { kind: 'list', line, pointer, items: value.map(below) };
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const entries = new Map(Object.entries(value).map(([key, child]) => [key, below(child, key)]));
    return { kind: 'map', line, pointer, entries };
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return { kind: 'scalar', value, line, pointer };
  return { kind: 'scalar', value: value === undefined ? null : String(value), line, pointer };
}
