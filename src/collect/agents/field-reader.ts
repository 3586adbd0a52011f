import type { NamedValue, Placed } from '../../model/ai-evidence.js';
import { type AiClient, type FieldSpelling, standardFields } from './clients/client.js';
import { atPath, type ConfigNode, nodeText } from './config/config-node.js';

/** Reads the fields of one server entry under the names its client spells them with. */
export class FieldReader {
  private readonly fields: FieldSpelling;

  constructor(
    private readonly node: ConfigNode,
    client: AiClient,
  ) {
    this.fields = { ...standardFields, ...client.fields };
  }

  /** The first spelling that is there and not null. */
  pick(field: keyof FieldSpelling): { node: ConfigNode; spelling: string } | undefined {
    for (const spelling of this.fields[field]) {
      const node = atPath(this.node, spelling);
      if (node !== undefined && !(node.kind === 'scalar' && node.value === null)) return { node, spelling };
    }
    return undefined;
  }

  /** All spellings that are there. */
  all(field: keyof FieldSpelling): ConfigNode[] {
    return this.fields[field].flatMap((spelling) => atPath(this.node, spelling) ?? []);
  }

  text(field: keyof FieldSpelling): string | undefined {
    return nodeText(this.pick(field)?.node);
  }

  /** True when one of the spellings is on, or off, as asked. */
  says(field: keyof FieldSpelling, wanted: boolean): boolean {
    const words = wanted ? ['true', 'on', 'enabled'] : ['false', 'off', 'disabled'];
    return this.all(field).some((node) => node.kind === 'scalar' && words.includes(String(node.value).toLowerCase()));
  }

  /** Names with values: of a map, of `NAME=value` texts, or of objects with a name. */
  named(field: keyof FieldSpelling): NamedValue[] {
    return this.all(field).flatMap(namedValues);
  }
}

/** Text, line and pointer of a node; of what is no scalar the empty text. */
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

/** `{name, value}` of lists; catalogues write `{name, env}`, where `env` is the variable's name. */
function fromObject(node: ConfigNode): NamedValue[] {
  const variable = nodeText(atPath(node, 'env')) ?? nodeText(atPath(node, 'name')) ?? nodeText(atPath(node, 'key'));
  const value = atPath(node, 'value');
  return variable === undefined ? [] : [{ ...placed(value ?? node), name: variable }];
}
