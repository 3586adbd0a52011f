import type { IacResource, IacValue } from '../../../../model/iac.js';
import { InputError } from '../../../../support/errors.js';
import { referencesIn } from '../resources.js';
import type { Expression } from '../syntax/ast.js';
import { list, map, scalar, unknown } from '../values/make.js';
import { field, itemsOf, keyOf, textOf } from './node.js';
import { planReferences } from './references.js';

/** What one planned resource will be. */
interface Planned {
  address: string;
  type: string;
  name: string;
  node: Expression;
  values: Expression | undefined;
  sensitive: Expression | undefined;
  /** Same shape as the values: true where the value is only known after apply. */
  unknown: Expression | undefined;
}

/** The resources that a plan leaves in place, changes or makes. Throws InputError if the document is no plan. */
export function planResources(plan: Expression, path: string, root: string): IacResource[] {
  const changes = changesOf(plan);
  const planned = [...plannedIn(field(field(plan, 'planned_values'), 'root_module'), changes)];
  if (field(plan, 'planned_values') === undefined && field(plan, 'resource_changes') === undefined) {
    throw new InputError({ where: path, issue: 'unsupported_format', message: 'neither planned values nor changes are in it' });
  }
  const all =
    planned.length > 0 || field(plan, 'planned_values') !== undefined ? planned : [...changes.values()].filter(({ values }) => values);
  const addresses = new Set(all.map(({ address }) => address));
  const references = planReferences(field(plan, 'configuration'), addresses);
  const versions = versionsOf(field(plan, 'configuration'));
  return all.map((resource) => resourceOf(resource, { path, root, versions, references }));
}

type Origin = { path: string; root: string; versions: Record<string, string>; references: ReturnType<typeof planReferences> };

function resourceOf(planned: Planned, { path, root, versions, references }: Origin): IacResource {
  const { address, type, name, node } = planned;
  const at = { path, line: node.line };
  const known = planned.values ? valueOfNode(planned.values, planned, { path, address }) : map(new Map(), at);
  const body = known.kind === 'map' ? known : map(new Map(), at);
  const entries = new Map([...body.entries].map(([key, value]) => [key, references(address, key, value)] as const));
  const complete = { ...body, at, entries };
  return {
    ref: `iac:${path}#${address}`,
    format: 'terraform-plan',
    root,
    type,
    name,
    address,
    at,
    endLine: lastLineOf(node),
    calls: [],
    body: complete,
    versions,
    refersTo: referencesIn(complete, address),
  };
}

function lastLineOf({ source, start, end, line }: Expression): number {
  let last = line;
  for (let at = source.text.indexOf('\n', start); at >= 0 && at < end; at = source.text.indexOf('\n', at + 1)) last++;
  return last;
}

interface Marks {
  sensitive: Expression | undefined;
  unknown: Expression | undefined;
}

/** A value with the places of the plan; `after_unknown` and the marks of sensitive values have its shape. */
function valueOfNode(node: Expression, marks: Marks, { path, address }: { path: string; address: string }, key = ''): IacValue {
  const at = { path, line: node.line };
  const sensitive = isTrue(marks.sensitive) ? ({ sensitive: true } as const) : {};
  if (isTrue(marks.unknown)) return unknown(`${address}${key}`, at, sensitive);
  if (node.kind === 'literal') return scalar(node.value, at, sensitive);
  if (node.kind === 'tuple') {
    const items = node.items.map((item, index) => valueOfNode(item, itemMarks(marks, index), { path, address }, `${key}[${index}]`));
    return list(items, at, undefined, sensitive);
  }
  if (node.kind !== 'object') return unknown(address, at);
  const entries = new Map<string, IacValue>();
  for (const entry of node.entries) {
    const name = keyOf(entry);
    const inner = { sensitive: field(marks.sensitive, name), unknown: field(marks.unknown, name) };
    const value = valueOfNode(entry.value, inner, { path, address }, `${key}.${name}`);
    const isNull = value.kind === 'scalar' && value.value === null;
    if (!isNull) entries.set(name, value.kind === 'scalar' ? { ...value, at: { path, line: entry.key.line } } : value);
  }
  if (marks.unknown?.kind === 'object') {
    for (const { key: name, value } of marks.unknown.entries) {
      const text = name.kind === 'literal' ? String(name.value) : '';
      if (isTrue(value) && !entries.has(text)) entries.set(text, unknown(`${address}${key}.${text}`, at));
    }
  }
  return map(entries, at, undefined, sensitive);
}

function itemMarks({ sensitive, unknown: open }: Marks, index: number): Marks {
  return {
    sensitive: sensitive?.kind === 'tuple' ? sensitive.items[index] : sensitive?.kind === 'literal' ? sensitive : undefined,
    unknown: open?.kind === 'tuple' ? open.items[index] : undefined,
  };
}

function* plannedIn(module: Expression | undefined, changes: ReadonlyMap<string, Planned>): Iterable<Planned> {
  for (const node of itemsOf(field(module, 'resources'))) {
    const read = plannedOf(node);
    if (read === undefined) continue;
    const change = changes.get(read.address);
    yield {
      ...read,
      values: field(node, 'values') ?? change?.values,
      sensitive: field(node, 'sensitive_values'),
      unknown: change?.unknown,
    };
  }
  for (const child of itemsOf(field(module, 'child_modules'))) yield* plannedIn(child, changes);
}

/** What will be changed, by address; what a plan deletes has no values after it. */
function changesOf(plan: Expression): Map<string, Planned> {
  const changes = new Map<string, Planned>();
  for (const node of itemsOf(field(plan, 'resource_changes'))) {
    const read = plannedOf(node);
    const change = field(node, 'change');
    const after = field(change, 'after');
    if (read === undefined || change === undefined) continue;
    const values = after?.kind === 'object' ? after : undefined;
    changes.set(read.address, { ...read, values, sensitive: field(change, 'after_sensitive'), unknown: field(change, 'after_unknown') });
  }
  return changes;
}

function plannedOf(node: Expression): Planned | undefined {
  const [address, mode, type, name] = ['address', 'mode', 'type', 'name'].map((key) => textOf(field(node, key)));
  if (address === undefined || type === undefined || name === undefined || (mode !== undefined && mode !== 'managed')) return undefined;
  return { address, type, name, node, values: undefined, sensitive: undefined, unknown: undefined };
}

function versionsOf(configuration: Expression | undefined): Record<string, string> {
  const providers = field(configuration, 'provider_config');
  if (providers?.kind !== 'object') return {};
  return Object.fromEntries(
    providers.entries.flatMap(({ value }) => {
      const [name, version] = [textOf(field(value, 'name')), textOf(field(value, 'version_constraint'))];
      return name === undefined || version === undefined ? [] : [[name, version] as const];
    }),
  );
}

function isTrue(node: Expression | undefined): boolean {
  return node?.kind === 'literal' && node.value === true;
}
