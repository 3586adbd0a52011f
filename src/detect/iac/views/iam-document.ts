import type { IacMap, IacUnknown, IacValue, SourcePlace } from '../../../model/iac.js';
import { type Answer, ask, entriesOf, isOneOf, itemsOf, member, unknown } from '../contract/values.js';

/** What may be listed in an element of a statement; `rest`: there may be more. */
export interface Listed {
  at: SourcePlace;
  items: readonly IacValue[];
  rest?: IacUnknown;
}

export interface IamPrincipal {
  /** `AWS`, `Service`, `Federated`, `CanonicalUser`; `*` where no type is named. */
  type: string;
  value: IacValue;
}

export interface IamPrincipals {
  at: SourcePlace;
  items: readonly IamPrincipal[];
  rest?: IacUnknown;
}

export interface IamCondition {
  /** As written: `StringEquals`, `ForAnyValue:StringLike`. */
  operator: string;
  /** In lower case: `aws:sourcearn`. */
  key: string;
  values: Listed;
}

/** One statement of an IAM policy, whatever it was written in. */
export interface IamStatement {
  at: SourcePlace;
  /** Whether it allows: a statement that names no effect in Terraform does. */
  allows: Answer;
  actions?: Listed;
  notActions?: Listed;
  resources?: Listed;
  notResources?: Listed;
  principals?: IamPrincipals;
  notPrincipals?: IamPrincipals;
  conditions: readonly IamCondition[];
  /** Set when there may be further conditions. */
  moreConditions?: IacUnknown;
}

export interface IamDocument {
  at: SourcePlace;
  statements: readonly IamStatement[];
  /** Set when there may be further statements. */
  rest?: IacUnknown;
}

const isAllow = isOneOf(['Allow']);

/** A document in the language of IAM: `{Version, Statement: […]}`. Undefined for what is none. */
export function documentFrom(value: IacValue): IamDocument | undefined {
  if (value.kind !== 'map') return undefined;
  const written = member(value, 'Statement');
  if (written === undefined) return undefined;
  const { items, rest } = itemsOf(written);
  const statements = items.flatMap((item) => sidesOf(item)).map(({ map, onlyIf }) => onCondition(statementFrom(map), onlyIf));
  const open = rest ?? items.find((item) => item.kind === 'unknown' && !item.oneOf);
  return { at: value.at, statements, ...(open?.kind === 'unknown' && { rest: open }) };
}

/** A statement, or those that it may be: then each is there on a condition. */
function sidesOf(item: IacValue, onlyIf?: IacUnknown): { map: IacMap; onlyIf?: IacUnknown }[] {
  if (item.kind === 'map') return [{ map: item, ...(onlyIf && { onlyIf }) }];
  if (item.kind === 'list') return item.items.flatMap((inner) => sidesOf(inner, onlyIf));
  return item.kind === 'unknown' ? (item.oneOf ?? []).flatMap((side) => sidesOf(side, item)) : [];
}

function onCondition(statement: IamStatement, onlyIf: IacUnknown | undefined): IamStatement {
  if (!onlyIf || statement.allows.is === 'no') return statement;
  return { ...statement, allows: unknown({ expression: onlyIf.expression, at: statement.at }) };
}

function statementFrom(map: IacMap): IamStatement {
  const condition = entriesOf(member(map, 'Condition'));
  const conditions = condition.entries.flatMap(([operator, keys]) =>
    entriesOf(keys).entries.map(([key, values]) => ({ operator, key: key.toLowerCase(), values: listed(values) })),
  );
  const open = condition.rest ?? condition.entries.map(([, keys]) => entriesOf(keys).rest).find((rest) => rest !== undefined);
  return {
    at: map.at,
    allows: ask(member(map, 'Effect'), isAllow, { is: false, at: map.at }),
    ...lists(map, { actions: 'Action', notActions: 'NotAction', resources: 'Resource', notResources: 'NotResource' }),
    ...people(map, { principals: 'Principal', notPrincipals: 'NotPrincipal' }),
    conditions,
    ...(open && { moreConditions: open }),
  };
}

export function listed(value: IacValue): Listed {
  const { items, rest } = textsOf(value);
  return { at: value.at, items, ...(rest && { rest }) };
}

/** A text that is not known, or known in part, is still one item of its list. */
function textsOf(value: IacValue): ReturnType<typeof itemsOf> {
  return value.kind === 'unknown' ? { items: [value] } : itemsOf(value);
}

function lists<Name extends string>(map: IacMap, names: Record<Name, string>): Partial<Record<Name, Listed>> {
  const found: Partial<Record<Name, Listed>> = {};
  for (const name of Object.keys(names) as Name[]) {
    const value = member(map, names[name]);
    if (value !== undefined) found[name] = listed(value);
  }
  return found;
}

function people<Name extends string>(map: IacMap, names: Record<Name, string>): Partial<Record<Name, IamPrincipals>> {
  const found: Partial<Record<Name, IamPrincipals>> = {};
  for (const name of Object.keys(names) as Name[]) {
    const value = member(map, names[name]);
    if (value === undefined) continue;
    if (value.kind !== 'map') {
      const { items, rest } = textsOf(value);
      found[name] = { at: value.at, items: items.map((item) => ({ type: '*', value: item })), ...(rest && { rest }) };
      continue;
    }
    const { entries, rest } = entriesOf(value);
    const all = entries.map(([type, given]) => ({ type, ...textsOf(given) }));
    const open = rest ?? all.find((one) => one.rest !== undefined)?.rest;
    const items = all.flatMap(({ type, items: given }) => given.map((item) => ({ type, value: item })));
    found[name] = { at: value.at, items, ...(open && { rest: open }) };
  }
  return found;
}
