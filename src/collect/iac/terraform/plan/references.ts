import type { IacValue } from '../../../../model/iac.js';
import type { Expression } from '../syntax/ast.js';
import { withOrigin } from '../values/make.js';
import { field, itemsOf, keyOf, textOf } from './node.js';

/** Which resources an attribute was read from, as the configuration in the plan says. */
export function planReferences(configuration: Expression | undefined, addresses: ReadonlySet<string>) {
  const byAttribute = new Map<string, readonly string[]>();
  collect(field(configuration, 'root_module'), '', byAttribute);
  return (address: string, attribute: string, value: IacValue): IacValue => {
    const names = byAttribute.get(`${withoutKeys(address)}\n${attribute}`);
    if (names === undefined) return value;
    const prefix = /^(?:module\.[^.[]+(?:\[[^\]]*\])?\.)*/.exec(address)?.[0] ?? '';
    const key = /\[[^\]]*\]$/.exec(address)?.[0] ?? '';
    const targets = new Set(
      names.flatMap((name) => [`${prefix}${name}`, `${prefix}${name}${key}`].filter((target) => addresses.has(target))),
    );
    return targets.size === 0 ? value : withOrigin(value, { refersTo: [...targets].sort() });
  };
}

function collect(module: Expression | undefined, prefix: string, into: Map<string, readonly string[]>): void {
  for (const resource of itemsOf(field(module, 'resources'))) {
    const address = `${prefix}${textOf(field(resource, 'address')) ?? ''}`;
    const expressions = field(resource, 'expressions');
    if (expressions?.kind !== 'object') continue;
    for (const entry of expressions.entries) {
      const references = itemsOf(field(entry.value, 'references')).flatMap((item) => textOf(item) ?? []);
      if (references.length > 0) into.set(`${address}\n${keyOf(entry)}`, references);
    }
  }
  const calls = field(module, 'module_calls');
  if (calls?.kind === 'object')
    for (const call of calls.entries) collect(field(call.value, 'module'), `${prefix}module.${keyOf(call)}.`, into);
}

function withoutKeys(address: string): string {
  return address.replace(/\["(?:[^"\\]|\\.)*"\]|\[\d+\]/g, '');
}
