import { isObject } from '../../../../support/json.js';

/** One statement of a policy, in one form. */
export interface PolicyStatement {
  isAllow: boolean;
  /** Patterns of `service:Action`. */
  actions: readonly string[];
  /** With `NotAction`: what `actions` does not name is meant. */
  isInverted: boolean;
  /** Patterns of ARNs; `NotResource` counts as everything. */
  resources: readonly string[];
  isConditional: boolean;
  condition: string;
  /** Principals as `AWS:arn…`, `Service:lambda.amazonaws.com`, `Federated:…`, `*`. */
  principals: readonly string[];
}

/** Statements of a policy's text, URL-encoded or not; undefined when it cannot be read. */
export function statementsOf(text: string | undefined): PolicyStatement[] | undefined {
  if (text === undefined) return undefined;
  try {
    const document: unknown = JSON.parse(text.startsWith('%') ? decodeURIComponent(text) : text);
    if (!isObject(document)) return undefined;
    const listed = listOf(document['Statement']).filter(isObject);
    return listed.map((one) => ({
      isAllow: one['Effect'] === 'Allow',
      actions: texts(one['Action'] ?? one['NotAction']),
      isInverted: one['Action'] === undefined && one['NotAction'] !== undefined,
      resources: one['NotResource'] === undefined ? texts(one['Resource'] ?? '*') : ['*'],
      isConditional: isObject(one['Condition']) && Object.keys(one['Condition']).length > 0,
      condition: one['Condition'] === undefined ? '' : JSON.stringify(one['Condition']),
      principals: principalsOf(one['Principal'] ?? (one['NotPrincipal'] === undefined ? undefined : '*')),
    }));
  } catch {
    return undefined;
  }
}

function principalsOf(value: unknown): string[] {
  if (!isObject(value)) return texts(value);
  return Object.entries(value).flatMap(([kind, names]) =>
    texts(names).map((name) => (name === '*' && kind === 'AWS' ? '*' : `${kind}:${name}`)),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

function texts(value: unknown): string[] {
  return listOf(value).filter((one): one is string => typeof one === 'string');
}

/** True when the statement is about the action. AWS ignores the case of actions. */
export function concerns({ actions, isInverted }: PolicyStatement, action: string): boolean {
  return actions.some((pattern) => matches(pattern.toLowerCase(), action.toLowerCase())) !== isInverted;
}

/** `*` is any text, `?` any character. Linear: it goes back to the last star only. */
export function matches(pattern: string, text: string): boolean {
  let [at, from, star, mark] = [0, 0, -1, 0];
  while (from < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      mark = from;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[from])) {
      at++;
      from++;
    } else if (star >= 0) {
      at = star + 1;
      from = ++mark;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/** True when a Deny without conditions forbids the action everywhere. */
export function isDenied(statements: readonly PolicyStatement[], action: string): boolean {
  return statements.some((one) => !one.isAllow && !one.isConditional && one.resources.includes('*') && concerns(one, action));
}
