import type { IacMap, IacResource, IacScalar, IacValue, SourcePlace } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import { expandWord } from './expand.js';
import type { DockerInstruction, DockerLine } from './parse-dockerfile.js';

/** A build stage in the making. */
interface Stage {
  from: DockerInstruction;
  address: string;
  name: string;
  image: IacValue;
  base?: Stage;
  scope: Scope;
  instructions: IacMap[];
  endLine: number;
}

const MAX_STAGES = 500;

/** Instructions whose words name variables of the build. The shell sees those of RUN, CMD and ENTRYPOINT. */
const EXPANDED = new Set(['FROM', 'ADD', 'COPY', 'ENV', 'EXPOSE', 'LABEL', 'STOPSIGNAL', 'USER', 'VOLUME', 'WORKDIR', 'ARG']);
const SHELLED = new Set(['RUN', 'CMD', 'ENTRYPOINT', 'HEALTHCHECK', 'SHELL', 'COPY', 'ADD', 'VOLUME']);
const PAIRED = new Set(['ENV', 'LABEL', 'ARG']);

/**
 * The stages of a Dockerfile, each a resource: `image`, `alias`, `base` (address of the stage it starts from), `final`, and `instructions`.
 * An instruction has `name`, `onbuild`, `flags`, `words` (of ENV, LABEL and ARG: `pairs`), `json` where it is written as a list, `script` (a
 * list of physical lines, which a backslash joins) and `heredocs`. Variables are those of ARG and ENV, with their defaults; arguments of
 * the build and the variables of a base image are unknown.
 */
export function stagesOf(instructions: readonly DockerInstruction[], path: string): IacResource[] {
  const globals = new Scope();
  const stages: Stage[] = [];
  for (const instruction of instructions) {
    const stage = stages.at(-1);
    if (instruction.name === 'FROM' && !instruction.onbuild) {
      if (stages.length === MAX_STAGES) throw new InputError({ where: path, issue: 'too_many', message: `more than ${MAX_STAGES} stages` });
      stages.push(newStage(instruction, { path, globals, stages }));
    } else if (!stage) globals.set(instruction, path);
    else {
      stage.instructions.push(evaluated(instruction, stage.scope.values, path, globals.values));
      stage.scope.set(instruction, path, globals);
      stage.endLine = instruction.endLine;
    }
  }
  return stages.map((stage, at) => resourceOf(stage, { path, isFinal: at === stages.length - 1 }));
}

function newStage(from: DockerInstruction, { path, globals, stages }: { path: string; globals: Scope; stages: readonly Stage[] }): Stage {
  const at = { path, line: from.line };
  const [image = '', , alias] = wordsOf(from.lines).map(({ text }) => text);
  const value = expandWord(image, globals.values, at);
  const known = value.kind === 'scalar' ? String(value.value).toLowerCase() : undefined;
  const name = alias ?? String(stages.length);
  const base = stages.findLast((stage) => stage.name.toLowerCase() === known);
  return {
    from,
    name,
    address: `stages.${name}`,
    image: value,
    ...(base && { base }),
    scope: new Scope(base?.scope),
    instructions: [],
    endLine: from.endLine,
  };
}

/** Variables of a stage, or of the file's beginning. ENV outranks ARG of the same name. */
class Scope {
  readonly values: Map<string, IacValue>;
  private readonly fromEnv: Set<string>;

  constructor(base?: Scope) {
    this.values = new Map(base?.values);
    this.fromEnv = new Set(base?.fromEnv);
  }

  /** Takes what ENV and ARG set. An ARG without a value has that of the file's beginning. */
  set({ name, lines, onbuild }: DockerInstruction, path: string, globals?: Scope): void {
    if (onbuild || (name !== 'ENV' && name !== 'ARG')) return;
    const before = new Map(this.values);
    for (const { key, value, line } of pairsOf(lines, name)) {
      if (name === 'ARG' && this.fromEnv.has(key)) continue;
      const at = { path, line };
      const given = value === undefined ? globals?.values.get(key) : expandWord(value, before, at);
      this.values.set(key, given ?? { kind: 'unknown', at, expression: `\${${key}}` });
      if (name === 'ENV') this.fromEnv.add(key);
    }
  }
}

function evaluated(
  instruction: DockerInstruction,
  variables: ReadonlyMap<string, IacValue>,
  path: string,
  globals: ReadonlyMap<string, IacValue>,
): IacMap {
  const { name, onbuild, line, lines, flags, heredocs } = instruction;
  const at = { path, line };
  const expand = (text: string, place: SourcePlace): IacValue =>
    EXPANDED.has(name) ? expandWord(text, variables, place) : { kind: 'scalar', at: place, value: text };
  const json = SHELLED.has(name) ? jsonList(lines) : undefined;
  const words: IacValue[] = json
    ? json.map((text) => expand(text, at))
    : wordsOf(lines).map((word) => expand(word.text, { path, line: word.line }));
  const entries = new Map<string, IacValue>([
    ['name', scalar(name, at)],
    ['onbuild', scalar(onbuild, at)],
    ['json', scalar(json !== undefined, at)],
    ['flags', { kind: 'list', at, items: flags.map((flag) => pair(flag.name, expandWord(flag.value, variables, at), at)) }],
    ['words', { kind: 'list', at, items: words }],
    ['script', script(lines, path)],
    ['heredocs', { kind: 'list', at, items: heredocs.map((heredoc) => pair(heredoc.name, script(heredoc.lines, path), at)) }],
  ]);
  if (PAIRED.has(name)) entries.set('pairs', pairs(instruction, variables, path, globals));
  return { kind: 'map', at, entries };
}

function pairs(
  { name, lines, line }: DockerInstruction,
  variables: ReadonlyMap<string, IacValue>,
  path: string,
  globals: ReadonlyMap<string, IacValue>,
): IacValue {
  const items = pairsOf(lines, name).map(({ key, value, line: own }) => {
    const at = { path, line: own };
    return pair(key, value === undefined ? (name === 'ARG' && globals.get(key)) || scalar(null, at) : expandWord(value, variables, at), at);
  });
  return { kind: 'list', at: { path, line }, items };
}

function pair(name: string, value: IacValue, at: SourcePlace): IacMap {
  return {
    kind: 'map',
    at,
    entries: new Map<string, IacValue>([
      ['name', scalar(name, at)],
      ['value', value],
    ]),
  };
}

function script(lines: readonly DockerLine[], path: string): IacValue {
  const items = lines.map(({ text, line }) => scalar(text, { path, line }));
  return { kind: 'list', at: items[0]?.at ?? { path, line: 1 }, items };
}

function scalar(value: IacScalar['value'], at: SourcePlace): IacScalar {
  return { kind: 'scalar', at, value };
}

function jsonList(lines: readonly DockerLine[]): string[] | undefined {
  const text = lines
    .map((line) => line.text.replace(/\\$/, ''))
    .join(' ')
    .trim();
  if (!text.startsWith('[')) return undefined;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Words of the arguments with their quotes, split at blanks outside of quotes. */
function wordsOf(lines: readonly DockerLine[]): DockerLine[] {
  const words: DockerLine[] = [];
  let open = false;
  for (const { text, line } of lines) {
    const goesOn = text.endsWith('\\');
    const own = goesOn ? text.slice(0, -1) : text;
    for (const [word] of own.matchAll(/(?:"(?:\\.|[^"\\])*"?|'[^']*'?|\\.|\$\{[^}]*\}?|[^\s"'\\])+/g)) {
      const last = words.at(-1);
      if (open && last && !/^\s/.test(own)) last.text += word;
      else words.push({ text: word, line });
      open = false;
    }
    open = goesOn && own !== '' && !/\s$/.test(own);
  }
  return words;
}

/** `KEY=value …`, and the old form `KEY value` of ENV and LABEL. */
function pairsOf(lines: readonly DockerLine[], name: string): { key: string; value?: string; line: number }[] {
  const words = wordsOf(lines);
  const [first, ...rest] = words;
  if (first && name !== 'ARG' && !first.text.includes('=') && rest.length > 0)
    return [{ key: bare(first.text), value: rest.map(({ text }) => text).join(' '), line: first.line }];
  return words.map(({ text, line }) => {
    const equals = text.indexOf('=');
    return equals === -1 ? { key: bare(text), line } : { key: bare(text.slice(0, equals)), value: text.slice(equals + 1), line };
  });
}

function bare(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}

function resourceOf(stage: Stage, { path, isFinal }: { path: string; isFinal: boolean }): IacResource {
  const at = { path, line: stage.from.line };
  const body = new Map<string, IacValue>([
    ['image', stage.image],
    ['final', scalar(isFinal, at)],
    ['instructions', { kind: 'list', at, items: stage.instructions }],
  ]);
  if (stage.base) body.set('base', scalar(stage.base.address, at));
  return {
    ref: `iac:${path}#${stage.address}`,
    format: 'dockerfile',
    root: path,
    type: 'stage',
    name: stage.name,
    address: stage.address,
    at,
    endLine: stage.endLine,
    calls: [],
    body: { kind: 'map', at, entries: body },
    versions: {},
    refersTo: stage.base ? [stage.base.address] : [],
  };
}
