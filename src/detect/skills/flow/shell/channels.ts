import type { Redirect, ShellCommand } from '../../../../support/shell-parse.js';
import { constant, type Value } from '../value.js';
import type { ShellState } from './state.js';

/** Evaluates a word. */
type Read = (word: Redirect['target']) => Value;

const INPUT = '0';
const OUTPUT = '1';
const ERRORS = '2';
const SOCKET = /^\/dev\/(?:tcp|udp)\/([^/]+)/;

/** The host that bash connects to for a path; undefined for files. */
export function hostOfPath(path: string): string | undefined {
  return SOCKET.exec(path)?.[1];
}

/** The descriptor that a redirection is about. */
function descriptorOf({ kind, fd }: Redirect): string {
  return fd ?? (kind.startsWith('<') ? INPUT : OUTPUT);
}

/** Where a redirection leads: a path; undefined for a descriptor of which nothing is known, and for one that is closed. */
function placeOf({ kind, target }: Redirect, state: ShellState, read: Read): Value | undefined {
  const value = read(target);
  const named = /^\/(?:dev|proc\/self)\/fd\/(\d{1,3})$/.exec(value.shape)?.[1];
  if (named !== undefined) return state.channels.get(named);
  if (!kind.endsWith('&') || !/^(?:\d{1,3}|-|)$/.test(value.shape)) return value;
  return state.channels.get(value.shape);
}

/** `exec 3<>/dev/tcp/…`, `exec >log`: the redirections hold for the commands that follow. */
export function openChannels(command: ShellCommand, state: ShellState, read: Read): void {
  for (const redirect of command.redirects) {
    const place = placeOf(redirect, state, read);
    const descriptor = numbered(descriptorOf(redirect), state);
    if (place === undefined) state.channels.delete(descriptor);
    else state.channels.set(descriptor, place);
  }
}

/** `{name}`: the shell takes a free number and puts it into the variable. */
function numbered(descriptor: string, state: ShellState): string {
  const name = /^\{(\w+)\}$/.exec(descriptor)?.[1];
  if (name === undefined) return descriptor;
  const free = String(10 + state.channels.size);
  state.variables.set(name, constant(free));
  return free;
}

/** The path that a command reads as its input, where a redirection says one. */
export function inputPath(command: ShellCommand, state: ShellState, read: Read): Value | undefined {
  const from = command.redirects.find((one) => one.kind !== '<<<' && descriptorOf(one) === INPUT);
  return from && placeOf(from, state, read);
}

/** The path that is the input of all commands since an `exec`: a socket. */
export function commonInput(state: ShellState): Value | undefined {
  const place = state.channels.get(INPUT);
  return place !== undefined && hostOfPath(place.shape) !== undefined ? place : undefined;
}

export interface Outlet {
  path: Value;
  append: boolean;
  /** False for a descriptor that gets no output, such as the one of errors. */
  printed: boolean;
}

/** Where the output of a command goes, apart from the next command. */
export function outletsOf(command: ShellCommand, state: ShellState, read: Read): Outlet[] {
  const outlets: Outlet[] = [];
  for (const redirect of command.redirects) {
    const descriptor = descriptorOf(redirect);
    if (redirect.kind === '<<<' || descriptor === INPUT) continue;
    const path = placeOf(redirect, state, read);
    if (path !== undefined) outlets.push({ path, append: redirect.kind === '>>', printed: descriptor !== ERRORS });
  }
  const common = state.channels.get(OUTPUT);
  if (outlets.length === 0 && common !== undefined && hostOfPath(common.shape) !== undefined)
    outlets.push({ path: common, append: true, printed: true });
  return outlets;
}
