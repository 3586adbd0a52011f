import { isObject } from '../../support/json.js';
import { limits } from '../../support/limits.js';

/** A string of a tool definition with its place. */
export interface DefinitionString {
  /** JSON pointer below the definition: `/inputSchema/properties/q/description`. */
  pointer: string;
  text: string;
  /** Text that models read as documentation, or data and names, where sentences do not belong. */
  place: 'prose' | 'data' | 'name';
}

const PROSE = new Set(['description', 'title', 'summary', 'instructions']);
const NAMES = new Set(['name', 'type', '$ref', 'format', '$schema', '$id', 'pattern', 'contentEncoding', 'contentMediaType']);

/**
 * Every string of a definition in document order, including the names of schema properties. Too deep nesting is not
 * followed.
 */
export function definitionStrings(definition: unknown): DefinitionString[] {
  const found: DefinitionString[] = [];
  visit(definition, '', 'description', found, 0);
  return found;
}

function visit(value: unknown, pointer: string, key: string, into: DefinitionString[], depth: number): void {
  if (typeof value === 'string') {
    if (value.trim() !== '') into.push({ pointer, text: value, place: placeOf(pointer, key) });
    return;
  }
  if (depth > limits.maxDepth) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) visit(item, `${pointer}/${index}`, key, into, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const path = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    // The model reads a property's name as well.
    if (/\s/.test(name) || /[^\x20-\x7e]/.test(name)) into.push({ pointer: path, text: name, place: 'name' });
    visit(member, path, name, into, depth + 1);
  }
}

function placeOf(pointer: string, key: string): DefinitionString['place'] {
  if (/\/(?:enum|examples?|default|const|enumNames|enumDescriptions)(?:\/|$)/.test(pointer)) return 'data';
  if (PROSE.has(key) && !pointer.endsWith(`/properties/${key}`)) return 'prose';
  return NAMES.has(key) ? 'name' : 'data';
}

/** True where orders never belong: values, comments, and descriptions of results. */
export function isSchemaPlace({ pointer, place }: DefinitionString): boolean {
  return place !== 'prose' || pointer.startsWith('/outputSchema') || pointer.includes('/$comment');
}
