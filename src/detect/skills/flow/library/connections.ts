import { marked, nothing, UNKNOWN_PART, type Value } from '../value.js';
import type { CallSite } from './call-site.js';

/** An open connection, as its path says. */
const ACCEPTED = 'socket.accepted';

/** What the other side of a connection says. */
export function heardFrom({ target }: Value): Value {
  const from = (target ?? UNKNOWN_PART).replaceAll(UNKNOWN_PART, '…');
  return marked('fetched', from === '' ? '…' : from);
}

/** `socket.on('data', f)`: the function is given what the other side says. */
export function heard(site: CallSite): Value {
  for (const arg of site.args) if (arg.func !== undefined) site.invoke(arg, [heardFrom(site.self), nothing]);
  return { ...nothing, ...(site.self.path !== undefined && { path: site.self.path }) };
}

/** `connection, address = server.accept()` */
export function accepted(): Value {
  return { ...nothing, items: [{ ...nothing, path: ACCEPTED }, nothing] };
}

/** True for an end of a connection, also for the number of its descriptor. */
export function isConnection({ target, path = '' }: Value): boolean {
  return target !== undefined || path.startsWith(ACCEPTED) || path.startsWith('socket.socket()');
}
