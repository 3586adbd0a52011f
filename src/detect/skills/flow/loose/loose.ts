import type { Emit, RunEvent } from '../events.js';
import { isMetadata, isSecretName, sourceOfCommand, sourceOfPath } from '../sensitive.js';
import { encodedCommandsIn } from '../shell/encoded-command.js';
import { settingsOf } from '../shell/system.js';
import { type Mark, marksOf, UNKNOWN_PART, type Value } from '../value.js';
import { ADDRESS, type Dialect, OTHER, POWERSHELL } from './dialects.js';
import { droppedProgram } from './dropped-program.js';
import { commandedBySocket, SOCKET, tiedShell } from './sockets.js';

const PATH_TEXT = /["'`]([^"'`\n]{3,300})["'`]|(?:^|[\s,(=])((?:~|\$env:\w+|\$HOME|%\w+%|\$\{\w+\})[\\/][^\s,;)|]{1,200})/gi;

/** Follows data through the statements of a language without a grammar, using only tokens. */
export function runLoose(text: string, language: 'powershell' | 'other', emit: Emit): void {
  const dialect = language === 'powershell' ? POWERSHELL : OTHER;
  const known = new Map<string, readonly Mark[]>();
  const place: Place = {
    at: 0,
    dialect,
    known,
    homes: new Set(),
    handsOut: HANDED_OUT.test(text),
    emit,
    ...(dialect === POWERSHELL && { tables: tablesIn(text) }),
  };
  if (dialect === OTHER) runWhole(text, emit);
  else runWholePowerShell(text, emit);
  const lines = joinedLines(text);
  const functions = functionsIn(text);
  if (functions.size > 0) {
    // Once in silence: what a function is given may stand below it.
    const silent: Place = { ...place, emit: () => {} };
    for (const line of lines) {
      statement(line, silent);
      handOver(line, functions, place);
    }
  }
  for (const line of lines) {
    statement(line, place);
    place.at += line.length + 1;
  }
}

/** What only the whole text tells. */
function runWhole(text: string, emit: Emit): void {
  const shell = tiedShell(text);
  if (shell) emit(ran({ ...shell, how: 'interactive', marks: [] }));
  const dropped = droppedProgram(text, OTHER);
  if (dropped) emit(ran({ at: dropped.at, how: 'shell', text: dropped.from, marks: [{ source: 'fetched', label: dropped.from }] }));
}

function runWholePowerShell(text: string, emit: Emit): void {
  const shell = commandedBySocket(text);
  if (shell) emit(ran({ ...shell, how: 'interactive', marks: [] }));
  for (const { at, command } of encodedCommandsIn(text)) {
    emit(ran({ at, how: 'eval', text: command, marks: [BASE64] }));
    runLoose(command, 'powershell', (event) => emit({ ...event, at }));
  }
}

function ran(run: Pick<RunEvent, 'at' | 'how' | 'text' | 'marks'>): RunEvent {
  return { kind: 'run', ...run, assembled: false, guarded: false };
}

const BASE64: Mark = { source: 'decoded', label: 'base64' };

/** An address of the metadata service. */
const METADATA_PATH = /["'`]([^"'`\n]*(?:meta-?data|169\.254)[^"'`\n]*)/i;
/** What the service hands out to whom it serves. */
const HANDED_OUT = /\b(?:security-credentials|service-accounts|identity\/oauth2)\b/;

const FUNCTION = /\b(?:func|def|fn|function|sub)\s+(?:\([^()\n]{0,80}\)\s*)?(?:self\.)?([A-Za-z_]\w*)\s*\(([^()\n]{1,200})\)/g;
/** Limit of functions of one file. */
const MAX_FUNCTIONS = 200;

/** The names of each function's parameters. */
function functionsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const found = [...text.matchAll(FUNCTION)].slice(0, MAX_FUNCTIONS);
  return new Map(
    found.map(([, name = '', list = '']) => [name, list.split(',').map((part) => /[$@]?([A-Za-z_]\w*)/.exec(part)?.[1] ?? '')]),
  );
}

/** `send(key)`: the first parameter of `send` is what `key` is. */
function handOver(line: string, functions: ReadonlyMap<string, readonly string[]>, place: Place): void {
  if (FUNCTION_HEAD.test(line)) return;
  for (const [, name = '', list = ''] of line.matchAll(/\b([A-Za-z_]\w*)\s*\(([^()\n]{1,200})/g)) {
    const names = functions.get(name);
    if (names === undefined) continue;
    for (const [index, part] of list.split(',').entries()) {
      const parameter = names[index];
      if (parameter === undefined || parameter === '') continue;
      const marks = marksIn(part, place.dialect, place.known).filter(({ source }) => source !== 'decoded');
      if (marks.length > 0) place.known.set(parameter, together(place.known.get(parameter), marks));
      if (isOfHome(part, place)) place.homes.add(parameter);
    }
  }
}

const FUNCTION_HEAD = /^\s*(?:pub\s+|private\s+|public\s+|static\s+|async\s+)*(?:func|def|fn|function|sub)\b/;

/** Commands of a line of PowerShell, also those of a block. */
function changes(line: string, { at, emit, tables }: Place): void {
  for (const pipeline of line.split(/[;{}]/))
    if (pipeline.includes('|') && settingsOf(pipeline.trim()).includes('wiped'))
      emit({ kind: 'setting', at, what: 'wiped', text: pipeline.trim() });
  for (const part of line.split(/[;{}|]|(?<=\))\s+(?=[a-z]+-)/i)) {
    const command = part.trim().replace(/(?<=\s)@(\w+)/g, (all, name: string) => tables?.get(name.toLowerCase()) ?? all);
    for (const what of settingsOf(command)) emit({ kind: 'setting', at, what, text: command });
  }
}

/** `$name = @{ Option = value … }`: arguments that a command is given as `@name`, each as the command line has them. */
function tablesIn(text: string): ReadonlyMap<string, string> {
  const tables = [...text.matchAll(/\$(\w+)\s*=\s*(?:\[ordered\]\s*)?@\{([^{}]{1,4000})\}/gi)];
  return new Map(tables.map(([, name = '', body = '']) => [name.toLowerCase(), optionsIn(body)]));
}

function optionsIn(table: string): string {
  const pairs = table.matchAll(/(?:^|[;\n])\s*['"]?(\w+)['"]?\s*=\s*([^;\n]{1,400})/g);
  return [...pairs].map(([, option, value]) => `-${option} ${value?.trim()}`).join(' ');
}

/** Joins lines that end in an open bracket, a pipe or a backtick with the next one. */
function joinedLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const last = lines.at(-1);
    if (last !== undefined && /[|,({`\\]\s*$/.test(last) && last.length < 4000) lines[lines.length - 1] = `${last}\n${line}`;
    else lines.push(line);
  }
  return lines;
}

interface Place {
  at: number;
  /** The last address that was written out. */
  address?: string | undefined;
  dialect: Dialect;
  known: Map<string, readonly Mark[]>;
  /** Names of the home folder and of what stands in it. */
  homes: Set<string>;
  /** The function that the line stands in. */
  within?: string;
  /** The text asks the metadata service for credentials. */
  handsOut: boolean;
  emit: Emit;
  /** Tables of arguments, by their names. */
  tables?: ReadonlyMap<string, string>;
}

function statement(line: string, place: Place): void {
  const { at, dialect, known, emit } = place;
  if (/^\s*(?:#|\/\/|--|\*)/.test(line)) return;
  if (dialect === POWERSHELL) changes(line, place);
  const address = ADDRESS.exec(line)?.[0] ?? place.address;
  place.address = address;
  const marks = marksIn(line, dialect, known);
  const head = FUNCTION_HEAD.test(line)
    ? /\b(?:func|def|fn|function|sub)\s+(?:\([^()\n]{0,80}\)\s*)?(?:self\.)?([A-Za-z_]\w*)/.exec(line)?.[1]
    : undefined;
  if (head !== undefined) place.within = head;
  // What a function returns is what its name stands for.
  if (place.within !== undefined && /^\s*return\b/m.test(line) && marks.length > 0)
    known.set(place.within, together(known.get(place.within), marks));
  const fetches = dialect.fetch.test(line);
  const own = marks
    .map((mark) => (mark.source === 'metadata' && place.handsOut ? { ...mark, label: `${mark.label} (credentials)` } : mark))
    .filter((mark) => !known.has(mark.label) && mark.source !== 'fetched' && mark.source !== 'decoded');
  if (own.length > 0) emit({ kind: 'read', at, marks: own, path: own[0]?.label ?? '' });
  if ((dialect.send.test(line) || (fetches && marks.length > 0)) && address !== undefined)
    emit({
      kind: 'send',
      at,
      via: 'http',
      to: address,
      marks,
      header: [],
      guarded: false,
      ...(dialect.send.test(line) && { carries: true }),
    });
  const gained: Mark[] = fetches ? [{ source: 'fetched', label: address ?? UNKNOWN_PART }] : [];
  if (SOCKET.test(line)) gained.push({ source: 'fetched', label: address ?? UNKNOWN_PART });
  if (dialect.decode.test(line)) gained.push(BASE64);
  if (dialect.run.test(line)) emit(ran({ at, how: 'eval', text: line, marks: [...marks, ...gained] }));
  const path = [...line.matchAll(PATH_TEXT)]
    .map((match) => match[1] ?? match[2] ?? '')
    .find((text) => /[\\/.]/.test(text) && !/^https?:/.test(text));
  if (dialect.write.test(line))
    emit({ kind: 'write', at, path: path ?? line.trim().slice(0, 200), text: line, marks: [...marks, ...gained] });
  if (dialect.write.test(line) && path !== undefined && marks.length + gained.length > 0)
    known.set(`file ${path}`, together(marks, gained));
  if (dialect.remove.test(line)) emit({ kind: 'delete', at, path: path ?? removedIn(line, place), guarded: false });
  if (FETCHES_TO.test(line) && ADDRESS.test(line)) keepFetched(line, address ?? UNKNOWN_PART, known);
  const name = line
    .split('\n')
    .map((part) => dialect.assign.exec(part)?.[1])
    .find((each) => each !== undefined);
  if (isOfHome(line, place)) for (const each of [name, ...namesOfLoop(line)]) if (each !== undefined) place.homes.add(each);
  if (name !== undefined) known.set(name, together(marks, gained));
  const [, part] = PART.exec(line) ?? [];
  if (part !== undefined) known.set(part, together(known.get(part), [...marks, ...gained]));
  for (const each of namesOfLoop(line)) if (marks.length > 0) known.set(each, marks);
}

const HOME =
  /\bUserHomeDir\(|\bDir\.home\b|\bhome_dir\(|(?:ENV\[|getenv\(|Getenv\(|\$ENV\{)\s*['"]?(?:HOME|USERPROFILE)\b|\$HOME\b|\$env:USERPROFILE\b|\bexpand_path\(['"]~['"]\)/i;
/** A part of a path, or a pattern of names. */
const QUOTED = /["'`][^"'`\n]{1,300}["'`]/g;

/** The line speaks of the whole home, or of what was made of it, and of nothing below by a name. */
function isOfHome(line: string, { homes, dialect }: Place): boolean {
  if (
    line
      .replace(HOME, '')
      .match(QUOTED)
      ?.some((text) => /[\w*]/.test(text))
  )
    return false;
  return HOME.test(line) || (homes.size > 0 && [...line.matchAll(dialect.variable)].some((match) => homes.has(match[1] ?? match[2] ?? '')));
}

/** What a line removes, where it is not written out. */
function removedIn(line: string, place: Place): string {
  return isOfHome(line, place) ? '~/*' : (/remove-item\s+(?:-\w+\s+)*(\S+)/i.exec(line)?.[1] ?? UNKNOWN_PART);
}

/** `request.body = x`, `$found[$name] = x`: the whole has it. */
const PART = /^\s*[$@]?([A-Za-z_]\w*)(?:\.\w+|\[[^\]\n]{0,80}\]|\{[^}\n]{0,80}\}){1,3}\s*=(?![=~>])/;
/** A function that puts what an address gives into a file. */
const FETCHES_TO = /\b(?:getstore|mirror|URLDownloadToFile\w?|\w*(?:download|fetch)\w*)\s*\(/i;
const LOOPS: readonly RegExp[] = [
  /\bforeach\s*\(.{1,200}\bas\s+(?:\$\w+\s*=>\s*)?\$(\w+)\s*\)/,
  /\bfor\s+(?:\w+\s*,\s*)?(\w+)\s*:?=\s*range\b/,
  /\.(?:each|map|flat_map)\w*\s*(?:do|\{)\s*\|\s*(\w+)/,
  /\b(?:while|if)\s*\(\s*(?:defined\s*\(\s*)?(?:my\s+)?[$@]?(\w+)\s*=(?!=)/,
  /\bforeach\s+(?:my\s+)?\$(\w+)\s*\(/,
];

/** Names that a loop binds to what it goes over. */
function namesOfLoop(line: string): string[] {
  return LOOPS.flatMap((pattern) => pattern.exec(line)?.[1] ?? []);
}

/** `getstore("https://…", $file)`: the file that is named beside an address has what the address gives. */
function keepFetched(line: string, address: string, known: Map<string, readonly Mark[]>): void {
  const marks: readonly Mark[] = [{ source: 'fetched', label: address }];
  const rest = line.slice(line.indexOf(address) + address.length);
  const path = /["']([^"'\n]{2,200})["']/.exec(rest.replace(/^["']/, ''))?.[1];
  if (path !== undefined) known.set(`file ${path}`, marks);
  const name = /[,\s]\$?([A-Za-z_]\w*)\s*\)/.exec(rest)?.[1];
  if (name !== undefined) known.set(name, marks);
}

/** The sources of both, each once. */
function together(before: readonly Mark[] = [], more: readonly Mark[]): readonly Mark[] {
  return marksOf([marked(before), marked(more)]);
}

function marked(marks: readonly Mark[]): Value {
  return { shape: UNKNOWN_PART, marks };
}

function marksIn(line: string, dialect: Dialect, known: ReadonlyMap<string, readonly Mark[]>): Mark[] {
  const found: Mark[] = [];
  for (const match of line.matchAll(PATH_TEXT)) {
    const path = match[1] ?? match[2] ?? '';
    const source = sourceOfPath(path);
    if (source !== undefined) found.push({ source, label: path });
    found.push(...(known.get(`file ${path}`) ?? []));
  }
  // Parts of a path as arguments: `Join(home, ".docker", "config.json")`.
  for (const [parts] of line.matchAll(/["'][\w.*-]{1,60}["'](?:\s*,\s*["'][\w.*-]{1,60}["']){1,6}/g)) {
    const path = `~/${parts.replace(/["'\s]/g, '').replaceAll(',', '/')}`;
    const source = sourceOfPath(path);
    if (source !== undefined && found.length === 0) found.push({ source, label: path });
  }
  if (isMetadata(line)) found.push({ source: 'metadata', label: METADATA_PATH.exec(line)?.[1] ?? 'metadata service' });
  if (dialect.environment.test(line)) found.push({ source: 'environment', label: 'environment' });
  for (const match of line.matchAll(dialect.credential)) {
    const name = match[1] ?? match[2] ?? '';
    if (isSecretName(name)) found.push({ source: 'credential', label: name });
  }
  for (const match of line.matchAll(/`([\w./-]{2,40})\s([^`\n]{1,200})`|%x[({[]([\w./-]{2,40})\s([^)}\]\n]{1,200})/g)) {
    const source = sourceOfCommand(match[1] ?? match[3] ?? '', match[2] ?? match[4] ?? '');
    if (source !== undefined && source !== 'identity') found.push({ source, label: match[0].slice(1, 60) });
  }
  if (/get-clipboard|Clipboard\.paste/i.test(line)) found.push({ source: 'clipboard', label: 'clipboard' });
  const assigned = dialect.assign.exec(line);
  const right = assigned ? line.slice(assigned[0].length) : line;
  for (const match of right.matchAll(dialect.variable)) found.push(...(known.get(match[1] ?? match[2] ?? '') ?? []));
  return found.slice(0, 40);
}
