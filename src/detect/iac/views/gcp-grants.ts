import type { IacResource, IacUnknown, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { type Answer, any, ask, itemsOf, member, textOf, unknown } from '../contract/values.js';

/** A role that members get on a resource of Google Cloud. */
export interface Grant {
  resource: IacResource;
  role: IacValue | undefined;
  members: IacValue | undefined;
  at: SourcePlace;
  /** Set for a policy that may hold further grants: what nobody knows. */
  rest?: IacUnknown;
}

/** Grants of resources whose types begin so: `_member`, `_binding` and `_policy` of IAM. */
export function grantsOf(id: string, prefixes: readonly string[]): IacView<Grant> {
  const types = new Set(prefixes.flatMap((prefix) => ['member', 'binding', 'policy'].map((kind) => `${prefix}_iam_${kind}`)));
  return {
    id,
    *of(resource) {
      if (types.has(resource.type)) yield* grantsIn(resource);
    },
  };
}

function* grantsIn(resource: IacResource): Iterable<Grant> {
  const { body, at, type } = resource;
  if (!type.endsWith('_policy')) {
    yield { resource, role: member(body, 'role'), members: member(body, 'member') ?? member(body, 'members'), at };
    return;
  }
  const policy = member(body, 'policy_data');
  if (policy === undefined) return;
  const document = documentOf(policy);
  const { items, rest } = itemsOf(document && member(document, 'bindings'));
  for (const binding of items) yield { resource, role: member(binding, 'role'), members: member(binding, 'members'), at: policy.at };
  const open = rest ?? (document === undefined && policy.kind === 'unknown' ? policy : undefined);
  if (open) yield { resource, role: undefined, members: undefined, at: policy.at, rest: open };
}

function documentOf(policy: IacValue): IacValue | undefined {
  if ((policy.kind === 'scalar' || policy.kind === 'unknown') && policy.encodes) return policy.encodes;
  const text = textOf(policy);
  if (text === undefined) return undefined;
  try {
    return valueOfJson(JSON.parse(text), policy.at);
  } catch {
    return undefined;
  }
}

function valueOfJson(value: unknown, at: SourcePlace): IacValue {
  if (Array.isArray(value)) return { kind: 'list', items: value.map((item) => valueOfJson(item, at)), at };
  if (typeof value === 'object' && value !== null) {
    return { kind: 'map', entries: new Map(Object.entries(value).map(([key, entry]) => [key, valueOfJson(entry, at)])), at };
  }
  return {
    kind: 'scalar',
    value: typeof value === 'number' || typeof value === 'boolean' ? value : value === null ? null : String(value),
    at,
  };
}

/** Is everybody, or everybody with an account, among the members? */
export function isEverybody(members: IacValue | undefined, at: SourcePlace): Answer {
  const { items, rest } = itemsOf(members);
  return any([...items.map((item) => ask(item, isPublicMember, { is: false, at })), ...(rest ? [unknown(rest)] : [])], at);
}

export function isPublicMember(value: string | number | boolean | null): boolean {
  return value === 'allUsers' || value === 'allAuthenticatedUsers';
}
