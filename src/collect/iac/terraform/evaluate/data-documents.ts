import type { IacList, IacMap, IacValue } from '../../../../model/iac.js';
import { valueFrom } from '../functions/contract.js';
import { encodedJson } from '../functions/encoding.js';
import { list, map, originOf, scalar } from '../values/make.js';
import type { Scope } from './scope.js';

/** A data source whose answer the tree tells: the document that it computes, or the ARN of a policy of the service. */
export function dataDocument(type: string, body: IacMap, scope: Scope): IacMap {
  if (type === 'aws_iam_policy_document') return withDocument(body, 'json', policyDocument(body), scope);
  if (type === 'google_iam_policy') return withDocument(body, 'policy_data', googlePolicy(body), scope);
  if (type === 'aws_iam_policy') return withManagedArn(body);
  return body;
}

/** Policies of the service itself that carry the most, by the names that a data source asks for. */
const MANAGED: ReadonlySet<string> = new Set(['AdministratorAccess', 'PowerUserAccess', 'IAMFullAccess']);

/** The service's own policies are the same in every account, so their name says their ARN. */
function withManagedArn(body: IacMap): IacMap {
  const name = body.entries.get('name');
  if (body.entries.has('arn') || name?.kind !== 'scalar' || !MANAGED.has(String(name.value))) return body;
  const arn = scalar(`arn:aws:iam::aws:policy/${name.value}`, name.at);
  return { ...body, entries: new Map([...body.entries, ['arn', arn]]) };
}

function withDocument(body: IacMap, attribute: string, document: IacValue, scope: Scope): IacMap {
  const text = encodedJson(document, { at: body.at, budget: scope.budget, written: attribute });
  return { ...body, entries: new Map([...body.entries, [attribute, text]]) };
}

const VERSION = '2012-10-17';

function policyDocument(body: IacMap): IacValue {
  const { at, entries } = body;
  const sources = [documentsOf(entries.get('source_json')), documentsOf(entries.get('source_policy_documents'))].flat();
  const overrides = [documentsOf(entries.get('override_policy_documents')), documentsOf(entries.get('override_json'))].flat();
  const own = list(itemsOf(entries.get('statement')).map(statement), at, restOf(entries.get('statement')));
  const statements = [...sources, own, ...overrides].reduce<{ items: IacValue[]; rest?: string }>(
    (merged, next) => mergeStatements(merged, next),
    { items: [] },
  );
  const document = new Map<string, IacValue>([['Version', entries.get('version') ?? scalar(VERSION, at)]]);
  const id = entries.get('policy_id');
  if (id) document.set('Id', id);
  document.set('Statement', list(statements.items, at, statements.rest));
  return map(document, at);
}

/** Statements with a Sid take the place of an earlier one with the same. */
function mergeStatements(into: { items: IacValue[]; rest?: string }, next: IacList): { items: IacValue[]; rest?: string } {
  const items = [...into.items];
  for (const item of next.items) {
    const sid = sidOf(item);
    // Statements of one document never replace each other.
    const at = sid === undefined ? -1 : into.items.findIndex((known) => sidOf(known) === sid);
    if (at >= 0) items[at] = item;
    else items.push(item);
  }
  const rest = into.rest ?? next.rest;
  return { items, ...(rest !== undefined && { rest }) };
}

function sidOf(statement: IacValue): string | undefined {
  const sid = statement.kind === 'map' ? statement.entries.get('Sid') : undefined;
  return sid?.kind === 'scalar' && typeof sid.value === 'string' && sid.value !== '' ? sid.value : undefined;
}

/** Statements of documents that are given as texts; one that is not known may hold anything. */
function documentsOf(value: IacValue | undefined): IacList[] {
  if (value === undefined || (value.kind === 'scalar' && value.value === null)) return [];
  if (value.kind === 'list') {
    const documents = value.items.flatMap((item) => documentsOf(item));
    return value.rest === undefined ? documents : [...documents, list([], value.at, value.rest)];
  }
  const encoded = value.kind === 'map' ? undefined : (value.encodes ?? parsed(value));
  const statements = encoded?.kind === 'map' ? encoded.entries.get('Statement') : undefined;
  if (statements?.kind === 'list') return [statements];
  if (statements?.kind === 'map') return [list([statements], statements.at)];
  return value.kind === 'unknown' ? [list([], value.at, value.expression, originOf([value]))] : [];
}

function parsed(value: IacValue): IacValue | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
  try {
    return valueFrom(JSON.parse(value.value), value.at);
  } catch {
    return undefined;
  }
}

function statement(block: IacValue): IacValue {
  if (block.kind !== 'map') return block;
  const { at, entries } = block;
  const result = new Map<string, IacValue>();
  const sid = entries.get('sid');
  if (sid) result.set('Sid', sid);
  result.set('Effect', entries.get('effect') ?? scalar('Allow', at));
  for (const [attribute, key] of STATEMENT_LISTS) {
    const value = entries.get(attribute);
    if (value) result.set(key, withVariables(lone(value)));
  }
  for (const [attribute, key] of [
    ['principals', 'Principal'],
    ['not_principals', 'NotPrincipal'],
  ] as const) {
    const value = entries.get(attribute);
    if (value?.kind === 'list') result.set(key, principals(value));
  }
  const conditions = entries.get('condition');
  if (conditions?.kind === 'list') result.set('Condition', conditionMap(conditions));
  return map(result, at);
}

const STATEMENT_LISTS = [
  ['actions', 'Action'],
  ['not_actions', 'NotAction'],
  ['resources', 'Resource'],
  ['not_resources', 'NotResource'],
] as const;

/** The provider writes a list of one as that one. */
function lone(value: IacValue): IacValue {
  const [only] = value.kind === 'list' && value.rest === undefined && value.items.length === 1 ? value.items : [];
  return only ?? value;
}

/** `&{aws:username}` stands for a variable of the policy, because `${` is Terraform's own. */
function withVariables(value: IacValue): IacValue {
  if (value.kind === 'scalar') return typeof value.value === 'string' ? { ...value, value: value.value.replaceAll('&{', '${') } : value;
  if (value.kind === 'list') return { ...value, items: value.items.map(withVariables) };
  return value;
}

function principals(blocks: IacList): IacValue {
  const groups = new Map<string, IacValue>();
  let { rest } = blocks;
  for (const block of blocks.items) {
    const type = block.kind === 'map' ? block.entries.get('type') : undefined;
    const identifiers = block.kind === 'map' ? block.entries.get('identifiers') : undefined;
    if (type?.kind !== 'scalar' || identifiers === undefined) {
      rest ??= type?.kind === 'unknown' ? type.expression : 'principals';
      continue;
    }
    const name = String(type.value);
    const single = withVariables(lone(identifiers));
    if (name === '*' && single.kind === 'scalar' && single.value === '*' && blocks.items.length === 1) return single;
    const known = groups.get(name);
    groups.set(name, known ? list([...itemsOrSelf(known), ...itemsOrSelf(single)], known.at, restOf(known) ?? restOf(single)) : single);
  }
  return map(groups, blocks.at, rest);
}

function conditionMap(blocks: IacList): IacValue {
  const tests = new Map<string, Map<string, IacValue>>();
  let { rest } = blocks;
  for (const block of blocks.items) {
    const [test, variable, values] = ['test', 'variable', 'values'].map((name) =>
      block.kind === 'map' ? block.entries.get(name) : undefined,
    );
    if (test?.kind !== 'scalar' || variable?.kind !== 'scalar' || values === undefined) {
      rest ??= 'condition';
      continue;
    }
    const inner = tests.get(String(test.value)) ?? new Map<string, IacValue>();
    inner.set(String(variable.value), withVariables(lone(values)));
    tests.set(String(test.value), inner);
  }
  return map(new Map([...tests].map(([test, inner]) => [test, map(inner, blocks.at)])), blocks.at, rest);
}

function googlePolicy(body: IacMap): IacValue {
  const bindings = body.entries.get('binding');
  const items = itemsOf(bindings).map((binding) => {
    if (binding.kind !== 'map') return binding;
    return map(new Map([...binding.entries].filter(([name]) => name === 'role' || name === 'members' || name === 'condition')), binding.at);
  });
  return map(new Map([['bindings', list(items, body.at, restOf(bindings))]]), body.at);
}

function itemsOf(value: IacValue | undefined): readonly IacValue[] {
  return value?.kind === 'list' ? value.items : [];
}

function itemsOrSelf(value: IacValue): readonly IacValue[] {
  return value.kind === 'list' ? value.items : [value];
}

function restOf(value: IacValue | undefined): string | undefined {
  return value?.kind === 'list' ? value.rest : undefined;
}
