import type { IacValue } from '../../../model/iac.js';
import { type Answer, all, any, askText, not, textOf, unknown } from '../contract/values.js';
import type { IamCondition, IamPrincipals, IamStatement, Listed } from './iam-document.js';
import { isWholeInternet } from './ip-ranges.js';

/** Whether a pattern of IAM (`*` and `?`) stands for a name; case does not matter. */
export function patternMatches(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.');
  return new RegExp(`^${source}$`, 'is').test(name);
}

/** Whether one item of a list passes a test. An unknown item may. */
export function anyItem(
  list: Listed | undefined,
  test: (text: string) => boolean,
  part?: (pieces: readonly (string | null)[]) => boolean | undefined,
): Answer {
  if (!list) return { is: 'no', at: { path: '', line: 1 } };
  const none = { is: false, at: list.at };
  const answers = list.items.map((item) => askText(item, { whole: test, ...(part && { part }) }, none));
  return any([...answers, ...(list.rest ? [unknown(list.rest)] : [])], list.at);
}

/** A text of which a part is known is no lone wildcard. */
const notAlone = (pieces: readonly (string | null)[]): boolean | undefined =>
  pieces.some((piece) => piece !== null && !/^[*:]*$/.test(piece)) ? false : undefined;

/** Whether the statement allows the action by name or by pattern. */
export function allowsAction({ allows, actions }: IamStatement, action: string): Answer {
  const service = action.slice(0, action.indexOf(':') + 1).toLowerCase();
  const part = (pieces: readonly (string | null)[]) => {
    const [first] = pieces;
    return typeof first === 'string' && !service.startsWith(first.toLowerCase().slice(0, service.length)) && !first.startsWith('*')
      ? false
      : undefined;
  };
  const named = anyItem(actions, (pattern) => patternMatches(pattern, action), part);
  return all([allows, named], named.at);
}

export function allowsEveryAction({ allows, actions }: IamStatement): Answer {
  const every = anyItem(actions, (text) => /^\*+(?::\*+)?$/.test(text), notAlone);
  return all([allows, every], every.at);
}

/** `*`, and names that stand for everything of a service or of a kind: `arn:aws:s3:::*`, `arn:aws:iam::123456789012:role/*`. */
const EVERY_RESOURCE =
  /^(?:\*+|arn:[^:]*:[^:]*:[^:]*:[^:]*:(?:\*+(?:\/\*+)?|(?:role|user|group|policy|secret|parameter|key|function)[/:]\*+))$/i;

export function onEveryResource({ resources, notResources, at }: IamStatement): Answer {
  if (!resources) return { is: notResources ? 'yes' : 'no', at: notResources?.at ?? at };
  return anyItem(resources, (text) => EVERY_RESOURCE.test(text), everyInParts);
}

/** `*` alone, whatever service. */
export function onLoneWildcard({ resources, at }: IamStatement): Answer {
  return resources ? anyItem(resources, (text) => /^(?:\*+|arn:\*:\*:\*:\*:\*)$/.test(text), notAlone) : { is: 'no', at };
}

function everyInParts(pieces: readonly (string | null)[]): boolean | undefined {
  const text = pieces.map((piece) => piece ?? 'x').join('');
  if (EVERY_RESOURCE.test(text)) return true;
  return pieces.some((piece) => piece !== null && /[a-z]/i.test(piece.replace(/^arn:aws[\w-]*:/, ''))) ? false : notAlone(pieces);
}

/** Whether the statement speaks of everybody: `*`, or all but some. */
export function ofEverybody({ principals, notPrincipals, allows, at }: IamStatement): Answer {
  if (notPrincipals) return all([allows, { is: 'yes', at: notPrincipals.at }], notPrincipals.at);
  const everybody = principals ? anyPrincipal(principals) : ({ is: 'no', at } as const);
  return all([allows, everybody], everybody.at);
}

function anyPrincipal({ items, rest, at }: IamPrincipals): Answer {
  const answers = items.filter(({ type }) => type === '*' || type === 'AWS').map(({ value }) => isEverybody(value));
  return any([...answers, ...(rest ? [unknown(rest)] : [])], at);
}

/** `*`, or something of any account. What another resource of the tree is called is never that. */
function isEverybody(value: IacValue): Answer {
  if (value.kind === 'unknown' && !value.pieces && !value.oneOf && value.refersTo?.length) return { is: 'no', at: value.at };
  return askText(
    value,
    { whole: (text) => /^(?:\*+|arn:[^:]*:(?:iam|sts)::\*+:.*)$/.test(text), part: notAlone },
    { is: false, at: value.at },
  );
}

/** Keys of requests that bind a caller to an account, an organization, a network or a thing. */
const BINDING = new Set([
  'aws:sourcearn',
  'aws:sourceaccount',
  'aws:sourceowner',
  'aws:sourceorgid',
  'aws:sourceorgpaths',
  'aws:principalorgid',
  'aws:principalorgpaths',
  'aws:principalaccount',
  'aws:principalarn',
  'aws:principalisawsservice',
  'aws:principalservicename',
  'aws:sourcevpce',
  'aws:sourcevpc',
  'aws:sourcevpcearn',
  'aws:vpceaccount',
  'aws:vpceorgid',
  'aws:vpceorgpaths',
  'aws:vpcsourceip',
  'aws:userid',
  'kms:calleraccount',
  's3:dataaccesspointaccount',
  's3:dataaccesspointarn',
  'sts:externalid',
]);

const EQUALITY = /^(?:ForAnyValue:)?(?:String(?:Equals|EqualsIgnoreCase|Like)|Arn(?:Equals|Like)|IpAddress|Bool)$/i;

/** Whether the conditions narrow a statement about everybody to some; a value that is not known still binds. */
export function isNarrowed({ conditions, moreConditions, at }: IamStatement): Answer {
  if (conditions.some(binds)) return { is: 'yes', at };
  return moreConditions ? unknown(moreConditions) : { is: 'no', at };
}

function binds({ operator, key, values }: IamCondition): boolean {
  if (!EQUALITY.test(operator)) return false;
  if (key === 'aws:sourceip')
    return values.rest !== undefined || !isWholeInternet(values.items.map(textOf).filter((text) => text !== undefined));
  if (!BINDING.has(key)) return false;
  const isPattern = /Like$/i.test(operator);
  return values.items.every((value) => !isPattern || !isWide(value));
}

function isWide(value: IacValue): boolean {
  const text = textOf(value);
  return text !== undefined && (/^[*?]+$/.test(text) || /^arn:[^:]*:[^:]*:[*]?:[*]?:[*]+$/.test(text) || /^arn:\*/.test(text));
}

/** Whether everybody may do what the statement allows. `at` is the line of the principal. */
export function isPublic(statement: IamStatement): Answer {
  const everybody = ofEverybody(statement);
  return all([everybody, not(isNarrowed(statement))], everybody.at);
}

/** Any condition at all: then a statement does not hold always. */
export function isUnconditional({ conditions, moreConditions, at }: IamStatement): Answer {
  if (conditions.length > 0) return { is: 'no', at };
  return moreConditions ? unknown(moreConditions) : { is: 'yes', at };
}
