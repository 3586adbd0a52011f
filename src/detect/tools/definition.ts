import { type Capability, capabilities, type Tool } from '../../model/agent.js';
import type { ToolSet } from '../../model/ai-evidence.js';
import { definitionHash } from '../../support/definition-hash.js';
import { isObject, type JsonObject, own } from '../../support/json.js';
import type { Subject } from '../text/reading/document.js';
import { capabilitiesOf } from './capabilities.js';
import { type DefinitionString, definitionStrings } from './strings.js';

/** One tool definition, parsed as far as rules need it. */
export interface ToolDefinition {
  set: ToolSet;
  index: number;
  /** JSON pointer of the definition within its record. */
  pointer: string;
  /** Empty when the definition has none. */
  name: string;
  description: string;
  /** How the description of the tool before this one ends. */
  lead?: string;
  raw: JsonObject;
  strings: readonly DefinitionString[];
  capabilities: readonly Capability[];
  subject: Subject;
}

/** The definitions of a tool set; the reader of the file reports entries that are not objects. */
export function definitionsOf(set: ToolSet, tools: readonly unknown[] = set.tools): ToolDefinition[] {
  const names = tools.flatMap((tool) => (isObject(tool) ? textOf(tool, 'name') : []));
  return tools.flatMap((raw, index) => (isObject(raw) ? [{ ...definitionOf(set, raw, index, names), ...leadOf(tools[index - 1]) }] : []));
}

/** Characters at the end of a description that may name what the next tool speaks of. */
const END = 200;

function leadOf(before: unknown): { lead?: string } {
  const [description] = isObject(before) ? textOf(before, 'description') : [];
  return description === undefined ? {} : { lead: description.slice(-END) };
}

function definitionOf(set: ToolSet, raw: JsonObject, index: number, names: readonly string[]): ToolDefinition {
  const [name = ''] = textOf(raw, 'name');
  const [description = ''] = textOf(raw, 'description');
  const found = capabilitiesOf(raw, set.server);
  return {
    set,
    index,
    pointer: `${set.pointer}/${index}`,
    name,
    description,
    raw,
    strings: definitionStrings(raw),
    capabilities: capabilities.filter((capability) => found.has(capability)),
    // The subject is only the tool's name: the description is being judged, so it cannot vouch for itself.
    subject: { name: `${name} ${set.server}`, description: '', ownNames: [...names, ...propertyNames(raw)], hosts: [] },
  };
}

function textOf(raw: JsonObject, key: string): string[] {
  const value = own(raw, key);
  return typeof value === 'string' ? [value] : [];
}

/** The schema of a definition's arguments, by the names that clients give it; empty where there is none. */
export function argumentSchema(raw: JsonObject): JsonObject {
  const schema = own(raw, 'inputSchema') ?? own(raw, 'input_schema') ?? own(raw, 'parameters');
  return isObject(schema) ? schema : {};
}

/** Names of the parameters on the first level of a definition. */
export function propertyNames(raw: JsonObject): string[] {
  const properties = own(argumentSchema(raw), 'properties');
  return isObject(properties) ? Object.keys(properties) : [];
}

/** Ref of a tool of a server; unique in a report. */
export function toolRef(set: ToolSet, name: string): string {
  return `${set.ref}#tool:${name}`;
}

/** The tools of a set in the form of the inventory. */
export function inventoryTools(set: ToolSet): Tool[] {
  return definitionsOf(set).map(({ name, raw, capabilities: found }) => ({
    ref: toolRef(set, name),
    server: set.ref,
    name,
    capabilities: [...found],
    hash: definitionHash(raw),
  }));
}

/** Place of a field of a definition. */
export function locationOf(definition: ToolDefinition, field = ''): { path: string; line?: number; pointer: string } {
  const { set } = definition;
  return { path: set.path, ...(set.line !== undefined && { line: set.line }), pointer: `${definition.pointer}${field}` };
}
