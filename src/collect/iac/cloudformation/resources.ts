import type { IacMap, IacResource, IacValue, InlineIgnore } from '../../../model/iac.js';
import { ignoreReason, reasonWithout } from '../../ignore-comments.js';
import { textsIn } from '../contract/texts-in.js';
import { expandServerless } from './sam.js';
import type { DeclaredResource, EvaluatedResource, Template } from './template.js';
import { entryOf, itemsOf, referencesIn, textOf } from './values.js';

/** The resources of a template that exist in this use of it; those of SAM as what they become. */
export function resourcesOf(template: Template): IacResource[] {
  const found: IacResource[] = [];
  const ends = lastLines(template);
  const evaluated = template.isServerless ? expandServerless(template, existing(template)) : existing(template);
  for (const { id, type, declared, properties } of evaluated) {
    const exists = template.exists(declared);
    const { at } = declared.declaration;
    const prefix = template.call ? `${template.call.name}/` : '';
    found.push({
      ref: `iac:${template.path}#${prefix}${id}`,
      format: 'cloudformation',
      root: template.path + (template.call ? `#${template.call.name}` : ''),
      type,
      name: id,
      address: id,
      at,
      endLine: Math.max(at.line, ends.get(declared.id) ?? at.line),
      calls: template.call?.calls ?? [],
      body: properties,
      ...(typeof exists === 'boolean' ? {} : { onlyIf: exists.expression }),
      versions: {},
      refersTo: addressesOf(declared, properties),
    });
  }
  return found;
}

function* existing(template: Template): Iterable<EvaluatedResource> {
  for (const declared of template.declared()) {
    if (template.exists(declared) === false) continue;
    yield { id: declared.id, type: declared.type, declared, properties: template.properties(declared) };
  }
}

function addressesOf({ declaration }: DeclaredResource, properties: IacMap): string[] {
  const depends = entryOf(declaration, 'DependsOn');
  const named = depends?.kind === 'list' ? itemsOf(depends).map(textOf) : [textOf(depends)];
  return [...new Set([...referencesIn(properties), ...named.filter((name) => name !== undefined)])].sort();
}

/** The last line of each resource: the one before the next resource or section starts. */
function lastLines(template: Template): Map<string, number> {
  const ends = new Map<string, number>();
  const declared = [...template.declared()].sort((a, b) => a.declaration.at.line - b.declaration.at.line);
  for (const [index, { id, declaration }] of declared.entries()) {
    const next = declared[index + 1]?.declaration.at.line;
    const last = lastLineIn(declaration);
    ends.set(id, next === undefined ? last : Math.max(last, next - 1));
  }
  return ends;
}

function lastLineIn(value: IacValue): number {
  const parts = value.kind === 'list' ? value.items : value.kind === 'map' ? [...value.entries.values()] : [];
  const text = value.kind === 'scalar' && typeof value.value === 'string' ? value.value.split('\n').length - 1 : 0;
  return parts.reduce((last, part) => Math.max(last, lastLineIn(part)), value.at.line + text);
}

/** Parameters with a default: what it says is in the template for everybody to read. */
export function* parametersOf(template: Template): Iterable<IacResource> {
  for (const [name, declared] of template.section('Parameters')?.entries ?? []) {
    if (declared.kind !== 'map' || !declared.entries.has('Default')) continue;
    const { at } = declared;
    const address = `Parameters.${name}`;
    yield {
      ref: `iac:${template.path}#${address}`,
      format: 'cloudformation',
      root: template.path,
      type: 'Parameter',
      name,
      address,
      at,
      endLine: lastLineIn(declared),
      calls: [],
      body: declared,
      versions: {},
      refersTo: [],
    };
  }
}

/** `Metadata: {castellan: {ignore: {RULE: reason}}}` of a resource; the reason may end with `until=`. */
export function* metadataIgnores(template: Template): Iterable<InlineIgnore> {
  const ends = lastLines(template);
  for (const { id, declaration } of template.declared()) {
    const ignore = entryOf(entryOf(entryOf(declaration, 'Metadata'), 'castellan'), 'ignore');
    if (ignore?.kind !== 'map') continue;
    for (const [rule, value] of ignore.entries) {
      const { path, line } = declaration.at;
      const { reason, ...until } = ignoreReason(textOf(value) ?? '');
      const values = textsIn(declaration, new Set([ignore]));
      yield { path, line, endLine: ends.get(id) ?? line, rule, reason: reasonWithout(reason, values), ...until };
    }
  }
}
