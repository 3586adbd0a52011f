import { runContainer } from './container.js';
import { looksLikeFile } from './interpreters.js';
import { denoSource, goSource, npmSource, nugetSource, pypiSource } from './package-source.js';
import { type LaunchState, lastValue, type OptionWord, parseOptions, type Valued, type Word } from './words.js';

/** Records what a runner fetches or runs; returns the command line that it then starts, if that says more. */
export type Runner = (words: readonly Word[], state: LaunchState, name: string) => Word[] | undefined;

const NPM_VALUED: Valued = new Set([
  ...['-p', '--package', '-c', '--call', '--registry', '--cache', '--prefix', '--userconfig', '--loglevel', '-w', '--workspace'],
  ...['--node-options', '--script-shell', '--node-arg', '-n'],
]);

/** `npx -y -p package command …`, `npx package@1.0.0 …`; with `--no-install` nothing is fetched. */
const npx: Runner = (words, state, name) => {
  state.runner = name;
  const { options, operands } = parseOptions(words, NPM_VALUED);
  const [first, ...rest] = operands;
  const spec = lastValue(options, '-p', '--package') ?? first?.text;
  if (spec === undefined) return undefined;
  const fetched = npmSource(spec);
  const offline = options.some(({ name: option }) => option === '--no-install' || option === '--no' || option === '--offline');
  if (fetched) state.package = offline ? { ...fetched, floating: false } : fetched;
  else if (looksLikeFile(spec)) state.localPath = spec;
  return first && fetched ? [{ ...first, text: commandOf(first.text) }, ...rest] : undefined;
};

/** The default command of a package: its own name. */
function commandOf(spec: string): string {
  const bare = spec.replace(/(?!^)@[^/@]*$/, '');
  return bare.slice(bare.lastIndexOf('/') + 1);
}

/** Runs the named sub-commands as `npx` does. */
function npmLike(subcommands: string[], valued: Valued = NPM_VALUED): Runner {
  return (words, state, name) => {
    const { operands } = parseOptions(words, valued);
    const [sub, ...rest] = operands;
    return sub && subcommands.includes(sub.text) ? npx(rest, state, `${name} ${sub.text}`) : undefined;
  };
}

const UV_VALUED: Valued = new Set([
  ...['--from', '--with', '--with-requirements', '--with-editable', '--python', '-p', '--index', '--index-url', '-i', '--extra-index-url'],
  ...['--directory', '--project', '--extra', '--group', '--env-file', '--cache-dir', '--default-index', '--find-links', '-f'],
  ...['--config-file', '--refresh-package', '--constraints', '-c', '--spec', '--pip-args', '--fetch-missing-python'],
]);

/** `uvx --from spec command`, `pipx run --spec spec command`, `uvx name==1.0`. */
const uvx: Runner = (words, state, name) => {
  state.runner = name;
  const { options, operands } = parseOptions(words, UV_VALUED);
  const [first, ...rest] = operands;
  const spec = lastValue(options, '--from', '--spec') ?? first?.text;
  if (spec === undefined) return undefined;
  const fetched = pypiSource(spec);
  if (fetched) state.package = fetched;
  else if (looksLikeFile(spec)) state.localPath = spec;
  return first && fetched ? [{ ...first, text: first.text.replace(/[[@=<>~!].*$/s, '') }, ...rest] : undefined;
};

const uv: Runner = (words, state) => {
  const outer = parseOptions(words, UV_VALUED);
  const [sub, next, ...rest] = outer.operands;
  if (sub?.text === 'tool' && next?.text === 'run') return uvx(rest, state, 'uv tool run');
  if (sub?.text === 'x') return uvx(outer.operands.slice(1), state, 'uvx');
  if (sub?.text !== 'run') return undefined;
  const { options, operands } = parseOptions(outer.operands.slice(1), new Set([...UV_VALUED, '-m', '--module', '--script', '-s']));
  return uvRun([...outer.options, ...options], operands, state);
};

/** `uv run --directory d server.py`, `uv run --with package command`, `uv run mcp run server.py`. */
function uvRun(options: readonly OptionWord[], operands: readonly Word[], state: LaunchState): Word[] | undefined {
  const folder = lastValue(options, '--directory', '--project');
  const withPackage = lastValue(options, '--with');
  const fetched = withPackage === undefined ? undefined : pypiSource(withPackage.split(',')[0] ?? '');
  if (fetched) {
    state.runner = 'uv run --with';
    state.package = fetched;
  }
  const isMcp = operands[0]?.text === 'mcp' || operands[0]?.text === 'fastmcp';
  const file = lastValue(options, '--script', '-s') ?? (isMcp ? operands[2]?.text.replace(/:[A-Za-z_]\w*$/, '') : operands[0]?.text);
  if (file !== undefined && looksLikeFile(file)) state.localPath = below(folder, file);
  else if (/^(?:python|node)/.test(file ?? '')) return [...operands];
  return undefined;
}

function below(folder: string | undefined, file: string): string {
  if (folder === undefined || /^(?:[/~]|[A-Za-z]:|\$)/.test(file)) return file;
  const separator = folder.includes('\\') ? '\\' : '/';
  return `${folder.replace(/[/\\]$/, '')}${separator}${file.replace(/^\.[/\\]/, '')}`;
}

const pipx: Runner = (words, state) => (words[0]?.text === 'run' ? uvx(words.slice(1), state, 'pipx run') : undefined);

const deno: Runner = (words, state) => {
  if (words[0]?.text !== 'run' && words[0]?.text !== 'x') return undefined;
  const [first] = parseOptions(words.slice(1), new Set(['-c', '--config', '--import-map', '--lock', '--cert', '-L'])).operands;
  const fetched = first && denoSource(first.text);
  if (fetched) Object.assign(state, { package: fetched, runner: 'deno run' });
  else if (first && !/^https?:/.test(first.text)) state.localPath = first.text;
  return undefined;
};

const go: Runner = (words, state) => {
  if (words[0]?.text !== 'run') return undefined;
  const { options, operands } = parseOptions(words.slice(1), new Set(['-C', '-mod', '-modfile', '-tags', '-ldflags', '-exec']));
  const [first] = operands;
  if (!first) return undefined;
  const fetched = goSource(first.text);
  if (fetched) Object.assign(state, { package: fetched, runner: 'go run' });
  else state.localPath = below(lastValue(options, '-C'), first.text);
  return undefined;
};

const dnx: Runner = (words, state, name) => {
  const [first] = parseOptions(words, new Set(['--version', '--source', '--add-source', '--configfile', '-v'])).operands;
  if (first) Object.assign(state, { package: nugetSource(first.text), runner: name });
  return undefined;
};

/** Programs that fetch what they run, by name. */
export const runnersByName: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ['npx', npx],
  ['pnpx', npx],
  ['bunx', npx],
  ['npm', npmLike(['exec', 'x'])],
  ['pnpm', npmLike(['dlx', 'exec'])],
  ['yarn', npmLike(['dlx'])],
  ['bun', npmLike(['x'])],
  ['uvx', uvx],
  ['uv', uv],
  ['pipx', pipx],
  ['deno', deno],
  ['go', go],
  ['dnx', dnx],
  ['docker', runContainer],
  ['podman', runContainer],
  ['nerdctl', runContainer],
]);
