import { isMetadata } from '../sensitive.js';
import { marked, marksOf, nothing, UNKNOWN_PART, type Value } from '../value.js';
import type { CallSite } from './call-site.js';

const HEADER_KEYS = /^(?:headers?|auth|authorization|cookies?)$/i;

/** A request: address, body and headers, from arguments, named arguments or an options object. */
export function sent(site: CallSite): Value {
  const { args, named, self, at } = site;
  const plain = args.filter((arg) => arg.fields === undefined || /^\w+:\/\//.test(arg.shape));
  const options = args.filter((arg) => arg.fields !== undefined).flatMap((arg) => [...(arg.fields ?? [])]);
  const fields = [...named, ...options];
  const relative = addressOf(plain, fields, site.path);
  const address = self.target ?? (self.base !== undefined && relative.startsWith('/') ? self.base.replace(/\/$/, '') + relative : relative);
  const header = fields.filter(([key]) => HEADER_KEYS.test(key)).map(([, value]) => value);
  const body = [
    ...args.flatMap((arg) => (arg.fields === undefined ? [] : [{ ...nothing, marks: arg.marks }])),
    ...plain.filter((arg) => arg.func === undefined),
    ...fields.filter(([key]) => !HEADER_KEYS.test(key)).map(([, value]) => value),
  ];
  const inner = plain.find((arg) => arg.target !== undefined);
  const to = inner?.target ?? address;
  const marks = marksOf(body);
  if (site.path.endsWith('Request')) return { ...nothing, marks, target: to };
  site.emit({
    kind: 'send',
    at,
    via: site.path.includes('mail') ? 'mail' : 'http',
    to,
    marks,
    header: marksOf(header),
    guarded: site.guarded,
    ...(carries(site, fields) && { carries: true }),
  });
  const kind = isMetadata(to) ? 'metadata' : 'fetched';
  const answer = marked(kind, to.replaceAll(UNKNOWN_PART, '…'));
  if (kind === 'metadata') site.emit({ kind: 'read', at, marks: answer.marks, path: to });
  for (const arg of args) if (arg.func !== undefined) site.invoke(arg, [answer, answer]);
  return answer;
}

/** True for a request with content that is only known at run time. */
function carries({ args, self }: CallSite, fields: readonly (readonly [string, Value])[]): boolean {
  const data = fields.filter(([key]) => /^(?:data|json|body|content|files|params)$/i.test(key)).map(([, value]) => value);
  const plain = args.filter((arg) => arg.func === undefined && arg.fields === undefined);
  return [...data, ...(self.target === undefined ? plain.slice(1) : plain)].some((value) => value.shape.includes(UNKNOWN_PART));
}

function addressOf(plain: readonly Value[], fields: readonly (readonly [string, Value])[], path = ''): string {
  const names = /mail/i.test(path) ? /^(?:to|cc|bcc)$/i : /^(?:url|uri|host|hostname|endpoint)$/i;
  const named = fields.find(([key]) => names.test(key))?.[1];
  return plain.find((arg) => /^\w+:\/\/|^[\w.-]+\.\w{2,}/.test(arg.shape))?.shape ?? named?.shape ?? plain[0]?.shape ?? UNKNOWN_PART;
}

/** An open connection: data written to it later goes to its address. */
export function connected(site: CallSite): Value {
  const fields = site.args.flatMap((arg) => [...(arg.fields ?? [])]);
  const inner = site.args.find((arg) => arg.target !== undefined)?.target;
  const flat = site.args.flatMap((arg) => arg.items ?? [arg]);
  const to =
    inner ??
    addressOf(
      flat.filter((arg) => arg.fields === undefined).sort((a, b) => Number(/\./.test(b.shape)) - Number(/\./.test(a.shape))),
      fields,
    );
  const headers = fields.filter(([key]) => HEADER_KEYS.test(key)).map(([, value]) => value);
  if (marksOf(headers).length > 0)
    site.emit({ kind: 'send', at: site.at, via: 'http', to, marks: [], header: marksOf(headers), guarded: site.guarded });
  const answer: Value = { ...marked('fetched', to), target: to };
  for (const arg of site.args) if (arg.func !== undefined) site.invoke(arg, [marked('fetched', to)]);
  const connection = { ...answer, marks: [] };
  return site.path.endsWith('open_connection') ? { ...connection, items: [connection, connection] } : connection;
}
