import { parseShell } from '../../../../support/shell-parse.js';
import { homeShape } from '../sensitive.js';
import { stepsToParse } from '../step-budget.js';
import { concat, derived, isWhollyKnown, marksOf, nothing, type Value } from '../value.js';
import { runNetwork } from './network.js';
import { output } from './outputs.js';
import { interpreted, run, started, unlocked, unpackedMarks, unpackFetched } from './programs.js';
import type { CommandInput, ShellFunction, ShellState } from './state.js';
import { runSystem } from './system.js';

const INTERPRETERS = /^(?:ba|z|da|k|fi)?sh$|^(?:python[\d.]*|node|deno|bun|perl|ruby|php|osascript|pwsh|powershell|tsx)$/;

/** Follows one command and returns its output. */
export function runCommand(input: CommandInput, state: ShellState): Value {
  const func = state.functions.get(input.name);
  if (func !== undefined) return called(func, input, state);
  const name = input.name.slice(input.name.lastIndexOf('/') + 1).replace(/\.exe$/i, '');
  const command = { ...input, name };
  if (name === 'echo' || name === 'printf') return echoed(command, state);
  if (name === 'test' || name.startsWith('[')) return tested(command, state);
  if (/^(?:local|declare|typeset|export|readonly)$/.test(name) && input.args.length > 0) declared(input.args, state);
  if (name === 'mapfile' || name === 'readarray')
    state.variables.set(input.args.findLast(({ shape }) => !shape.startsWith('-'))?.shape ?? 'MAPFILE', input.stdin);
  if (name === 'shift') shifted(Number(input.args[0]?.shape ?? 1), state);
  if (name === 'cd' || name === 'pushd') state.folder = homeShape(input.args[0]?.shape ?? '~');
  if (name === 'trap' && input.args.length > 1) return again(input.args[0]?.shape ?? '', input.at, state);
  if (name === 'eval' || name === 'source' || name === '.') return sourced(command, state);
  if (INTERPRETERS.test(name)) {
    runSystem(command, state);
    return interpreted(command, state);
  }
  if (name === 'find') runOnFound(command, state);
  const network = runNetwork(command, state);
  if (network !== undefined) return network;
  runSystem(command, state);
  if (unlocked(command, state)) return nothing;
  unpackFetched(command, state);
  const unpacked = unpackedMarks(input.name, state);
  if (unpacked) run({ at: input.at, marks: unpacked, text: input.name, assembled: false }, state);
  if (/\/|\.(?:py|sh|js|mjs|rb|pl)$/.test(input.name)) {
    const printed = state.world.start?.({ path: input.name, args: input.args, stdin: input.piped ? input.stdin : undefined, at: input.at });
    if (printed !== undefined) return printed;
  }
  return started(command, state) ?? output(command, state);
}

/** `shift n`: the arguments move up. */
function shifted(by: number, { variables }: ShellState): void {
  if (!(by > 0 && by < 10)) return;
  for (let index = 1; index < 10; index++) {
    const next = variables.get(String(index + by));
    if (next === undefined) variables.delete(String(index));
    else variables.set(String(index), next);
  }
  for (const all of ['@', '*']) {
    const items = variables.get(all)?.items?.slice(by);
    if (items !== undefined) variables.set(all, { ...concat(items, ' '), items });
  }
}

/** `local name=value`: the words are assignments. */
function declared(args: readonly Value[], state: ShellState): void {
  for (const arg of args) {
    const [, variable, text] = /^(\w+)=([\s\S]*)$/.exec(arg.shape) ?? [];
    if (variable !== undefined) state.variables.set(variable, { ...arg, shape: text ?? '' });
  }
}

function echoed({ args, at, name }: CommandInput, state: ShellState): Value {
  const variable = name === 'printf' && args[0]?.shape === '-v' ? args[1]?.shape : undefined;
  if (variable !== undefined) {
    state.variables.set(variable, formatted(args.slice(2)));
    return nothing;
  }
  const words = args.filter((arg) => !/^-[neE]+$/.test(arg.shape));
  const text = name === 'printf' ? formatted(words) : concat(words, ' ');
  if (text.marks.length > 0) state.emit({ kind: 'print', at, marks: text.marks, text: text.shape });
  return text;
}

/** `printf '\143%s' x`: letters written as numbers are letters that were hidden. */
function formatted([format = nothing, ...rest]: readonly Value[]): Value {
  if (!/\\(?:[0-7]{3}|x[0-9a-f]{2})/i.test(format.shape)) return { ...concat([format, ...rest], ' '), shape: inPlaces(format.shape, rest) };
  const shape = format.shape.replace(/\\(?:0?([0-7]{1,3})|x([0-9a-f]{2}))/gi, (_all, octal?: string, hex?: string) =>
    String.fromCharCode(octal === undefined ? Number.parseInt(hex ?? '0', 16) : Number.parseInt(octal, 8)),
  );
  const letters = format.shape.match(/\\(?:[0-7]{3}|x[0-9a-f]{2})/gi)?.length ?? 0;
  return { ...concat([{ ...format, shape }, ...rest], ' '), ...(letters > 5 && { assembled: true }) };
}

/** `%s:%d` with its values, over and over until none is left. */
function inPlaces(format: string, values: readonly Value[]): string {
  const holes = format.match(/%[-0-9.*#+ ]*[a-zA-Z]/g)?.length ?? 0;
  if (holes === 0) return format;
  let text = '';
  let next = 0;
  do {
    text += format
      .replace(/%[-0-9.*#+ ]*[a-zA-Z]/g, () => values[next++]?.shape ?? '')
      .replaceAll('\\n', '\n')
      .replaceAll('\\t', '\t');
  } while (next < values.length && text.length < MAX_PRINTED);
  return text.slice(0, MAX_PRINTED);
}

/** Limit of characters of a filled format. */
const MAX_PRINTED = 20_000;

/** A test of date, host or build machine guards the commands up to its end. */
function tested({ args, at }: CommandInput, state: ShellState): Value {
  const text = args.map((arg) => arg.shape).join(' ');
  const marks = marksOf(args);
  if (marks.some((mark) => mark.label === 'date' || mark.label === 'hostname') || /\$?\bCI\b/.test(text)) {
    state.guarded = true;
    state.emit({ kind: 'guard', at, what: marks[0]?.label ?? 'CI' });
  }
  return nothing;
}

/** Limit of functions that call each other. */
const MAX_CALLS = 8;

/** A function of the script, with its arguments in `$1` and so on. */
function called(func: ShellFunction, { args, stdin, at }: CommandInput, state: ShellState): Value {
  if (state.calls >= MAX_CALLS) return derived([...args, stdin]);
  func.called = true;
  const { variables, emit } = state;
  state.variables = new Map(variables);
  for (let index = 1; index < 10; index++) state.variables.set(String(index), args[index - 1] ?? nothing);
  for (const all of ['@', '*']) state.variables.set(all, { ...concat(args, ' '), items: [...args] });
  if (func.elsewhere) state.emit = (event) => emit({ ...event, at, elsewhere: true });
  state.calls++;
  const output = state.follow(func.body, stdin);
  state.calls--;
  for (const [name, value] of state.variables) if (!/^[\d@*]/.test(name)) variables.set(name, value);
  [state.variables, state.emit] = [variables, emit];
  return output;
}

/** `eval "$(…)"`, `source <(…)`: runs its input. */
function sourced({ args, at, name }: CommandInput, state: ShellState): Value {
  const text = concat(args, ' ');
  const path = args[0]?.shape ?? '';
  const file = name === 'eval' ? undefined : state.world.files.get(path);
  const marks = marksOf([text, file]);
  if (name === 'eval' || marks.length > 0) run({ at, marks, text: text.shape, assembled: text.assembled === true }, state);
  if (name === 'eval') return isWhollyKnown(text) ? again(text.shape, at, state) : nothing;
  const own = file === undefined ? state.world.bundle?.named(path) : undefined;
  if (own !== undefined && own.name !== state.world.from && state.calls < MAX_CALLS) {
    const { emit, elsewhere = false } = state;
    [state.emit, state.elsewhere] = [(event) => emit({ ...event, at, elsewhere: true }), true];
    again(own.text, at, state);
    [state.emit, state.elsewhere] = [emit, elsewhere];
  }
  return nothing;
}

/** `find … -exec program {} \;`: the program gets the files that are found. */
function runOnFound({ args, at, stdin, piped }: CommandInput, state: ShellState): void {
  const from = args.findIndex(({ shape }) => /^-(?:exec|ok)(?:dir)?$/.test(shape));
  const name = args[from + 1]?.shape;
  if (from === -1 || name === undefined || state.calls >= MAX_CALLS || !state.world.work.take()) return;
  const end = args.findIndex(({ shape }, index) => index > from && /^[;+]$/.test(shape));
  const found = pathFound(args.slice(0, from));
  const given = args.slice(from + 2, end === -1 ? undefined : end).map((arg) => ({ ...arg, shape: arg.shape.replaceAll('{}', found) }));
  state.calls++;
  runCommand({ name, args: given, at, stdin, piped }, state);
  state.calls--;
}

/** The folder that is searched, and the name that its files have. */
function pathFound(args: readonly Value[]): string {
  const shapes = args.map(({ shape }) => shape);
  const test = shapes.findIndex((shape) => /^-i?(?:name|path)$/.test(shape));
  return `${shapes[0] ?? '.'}/${(test === -1 ? undefined : shapes[test + 1]) ?? '*'}`;
}

/** Follows more commands of the same shell. */
function again(text: string, at: number, state: ShellState): Value {
  if (state.calls >= MAX_CALLS || !state.world.work.take(stepsToParse(text))) return nothing;
  const { emit } = state;
  state.emit = (event) => emit({ ...event, at });
  state.calls++;
  const output = state.follow(parseShell(text), nothing);
  state.calls--;
  state.emit = emit;
  return output;
}
