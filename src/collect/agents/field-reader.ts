import type { NamedValue, Placed } from '../../model/ai-evidence.js';
import { type AiClient, type FieldSpelling, standardFields } from './clients/client.js';
import { atPath, type ConfigNode, nodeText } from './config/config-node.js';

/** Reads the fields of one server entry under the spellings that its client uses. */
export class FieldReader {
  private readonly fields: FieldSpelling;

  constructor(
    private readonly node: ConfigNode,
    client: AiClient,
  ) {
    this.fields = { ...standardFields, ...client.fields };
  }

  /** The first spelling that is present and not null. */
  pick(field: keyof FieldSpelling): { node: ConfigNode; spelling: string } | undefined {
    for (const spelling of this.fields[field]) {
      const node = atPath(this.node, spelling);
      if (node !== undefined && !(node.kind === 'scalar' && node.value === null)) return { node, spelling };
    }
    return undefined;
  }

  /** The values of all spellings that are present. */
  all(field: keyof FieldSpelling): ConfigNode[] {
    return this.fields[field].flatMap((spelling) => atPath(this.node, spelling) ?? []);
  }

  text(field: keyof FieldSpelling): string | undefined {
    return nodeText(this.pick(field)?.node);
  }

  /** True when one of the spellings has the boolean value `wanted`. */
  says(field: keyof FieldSpelling, wanted: boolean): boolean {
    const words = wanted ? ['true', 'on', 'enabled'] : ['false', 'off', 'disabled'];
    return this.all(field).some((node) => node.kind === 'scalar' && words.includes(String(node.value).toLowerCase()));
  }

  /** Names with values: from a map, from `NAME=value` texts, or from objects with a name. */
  named(field: keyof FieldSpelling): NamedValue[] {
    return this.all(field).flatMap(namedValues);
  }
}

/** Text, line and pointer of a node; the text is empty when the node is not a scalar. */
export function placed(node: ConfigNode): Placed {
  return { value: nodeText(node) ?? '', line: node.line, pointer: node.pointer };
}

function namedValues(node: ConfigNode): NamedValue[] {
  if (node.kind === 'map') return [...node.entries].map(([name, value]) => ({ name, ...placed(value) }));
  if (node.kind === 'scalar') return fromText(node);
  return node.items.flatMap((item) => (item.kind === 'map' ? fromObject(item) : item.kind === 'scalar' ? fromText(item) : []));
}

function fromText(node: ConfigNode): NamedValue[] {
  const text = nodeText(node) ?? '';
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  return name === '' ? [] : [{ ...placed(node), name, value: equals === -1 ? '' : text.slice(equals + 1) }];
}

/** Elements `{name, value}` of lists. Catalogues write `{name, env}`, where `env` is the variable's name. */
function fromObject(node: ConfigNode): NamedValue[] {
  const variable = nodeText(atPath(node, 'env')) ?? nodeText(atPath(node, 'name')) ?? nodeText(atPath(node, 'key'));
  const value = atPath(node, 'value');
  return variable === undefined ? [] : [{ ...placed(value ?? node), name: variable }];
}
