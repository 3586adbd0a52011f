import { isObject } from '../../support/json.js';

/** JSON indented by two spaces and ending in a line feed, in pieces: members of the root, and items of its lists, one by one. */
export function* prettyJson(root: unknown): Generator<string> {
  if (!isObject(root)) {
    yield `${JSON.stringify(root, null, 2)}\n`;
    return;
  }
  let separator = '{\n';
  for (const [key, member] of Object.entries(root)) {
    if (member === undefined) continue;
    yield `${separator}  ${JSON.stringify(key)}: `;
    yield* prettyMember(member);
    separator = ',\n';
  }
  yield separator === '{\n' ? '{}\n' : '\n}\n';
}

function* prettyMember(member: unknown): Generator<string> {
  if (!Array.isArray(member) || member.length === 0) {
    yield indented(member, '  ');
    return;
  }
  let separator = '[\n    ';
  for (const item of member) {
    yield separator + indented(item ?? null, '    ');
    separator = ',\n    ';
  }
  yield '\n  ]';
}

function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
}
