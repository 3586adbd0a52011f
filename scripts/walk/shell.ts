import { routes } from '../../src/api/registry.js';
import type { Route } from '../../src/api/route.js';
import type { Call } from './example.js';

const WIDTH = 110;
const table: Readonly<Record<string, Route>> = routes;

/** A call as lines of bash, with the status it answers as the comment at its end. */
export function shellOf(call: Call): string {
  const kept = Object.entries(call.keep ?? {});
  const [only] = kept;
  const filter = kept.length === 1 && only ? ` | jq -r '${only[1]}'` : '';
  const text = `${curl(call)}${filter}${call.shown ? ` | ${call.shown}` : ''}`;
  if (!only) return `${text}   # ${statusOf(call)}`;
  const name = kept.length === 1 ? only[0] : 'ANSWER';
  const assigned = `${name}=$(${text})   # ${statusOf(call)}`;
  const rest = kept.length === 1 ? [] : kept.map(([variable, path]) => `${variable}=$(jq -r '${path}' <<< "$ANSWER")`);
  return [assigned, ...rest].join('\n');
}

function statusOf({ to, status = table[to]?.status, otherwise }: Call): string {
  if (status === undefined) throw new Error(`no status is said for ${to}`);
  return otherwise ? `${status}, or ${otherwise.status} without ${otherwise.without}` : String(status);
}

function curl(call: Call): string {
  const route = table[call.to];
  const [method = '', path = ''] = route ? [route.method, route.path] : call.to.split(' ');
  const parts = [
    `curl -s${route?.produces === 'text/event-stream' ? 'N' : ''}${method === 'GET' ? '' : ` -X ${method}`}`,
    ...keyOf(call, route),
    ...(call.options ?? []),
    ...bodyOf(call, route),
    `"$BASE${placeOf(call, path)}"`,
  ];
  return wrapped(parts);
}

/** As many parts on a line as there is room for. */
function wrapped([first = '', ...parts]: readonly string[]): string {
  const lines = [first];
  for (const part of parts) {
    const last = `${lines.at(-1)} ${part}`;
    if (part.includes('\n') || last.length > WIDTH || last.includes('\n')) lines.push(part);
    else lines[lines.length - 1] = last;
  }
  return lines.join(' \\\n  ');
}

function keyOf({ key = 'KEY' }: Call, route: Route | undefined): string[] {
  return route?.role === 'open' || key === null ? [] : [`-H "Authorization: Bearer $${key}"`];
}

function placeOf({ at = {}, query }: Call, path: string): string {
  const filled = path.replace(/\{([a-z_]+)\}/g, (_, name: string) => at[name] ?? `$${name.toUpperCase()}`);
  return query === undefined ? filled : `${filled}?${query}`;
}

function bodyOf({ body, type }: Call, route: Route | undefined): string[] {
  if (body === undefined) return [];
  const media = type ?? route?.consumes ?? (route?.scim ? 'application/scim+json' : 'application/json');
  const data = typeof body === 'string' ? body : `-d '${withVariables(jsonText(body, 6))}'`;
  return [`-H 'Content-Type: ${media}'`, data];
}

/** Variables stand outside of the single quotes, so that the shell puts them in. */
function withVariables(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/\$[A-Z_]+/g, (name) => `'"${name}"'`);
}

/** JSON on one line where it fits behind `taken` columns, else a member a line. */
function jsonText(value: unknown, taken: number, indent = '  '): string {
  const flat = JSON.stringify(value);
  if (flat.length + taken <= WIDTH || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((item) => jsonText(item, inner.length, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${jsonText(item, inner.length + name.length + 4, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner}${members.join(`,\n${inner}`)}\n${indent}${close}`;
}
