import type { ConfiguredServer } from '../../model/ai-evidence.js';

/**
 * What is needed to connect to one server. Values of variables and headers may be secret; they are only sent to that
 * server.
 */
export type StartRequest =
  | { kind: 'process'; argv: string[]; env: Record<string, string>; cwd?: string }
  | { kind: 'remote'; url: URL; headers: Record<string, string>; events: boolean };

/** What a started server gets from its host: the process environment, and the folder that relative paths start from. */
export interface StartContext {
  environment: Readonly<Record<string, string | undefined>>;
  cwd?: string;
}

/** Variables that every program needs to run. */
const MINIMAL = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'TEMP', 'TMP'];

/**
 * The request that starts or contacts a configured server as its client would, with a minimal environment and without castellan
 * between, which would keep back what policies deny. A text says why that is impossible: a value that only the client can ask for, no
 * command, an invalid address.
 */
export function startRequestOf(configured: ConfiguredServer, { environment, cwd }: StartContext): StartRequest | string {
  const { server, argv, launch, env, headers, url } = configured;
  if (configured.substitutions.length > 0) return 'takes a value from a command, which is not run';
  const expand = expander(environment, cwd);
  const given = (pairs: readonly { name: string; value: string }[]) =>
    Object.fromEntries(pairs.map(({ name, value }) => [name, expand.text(value)]));
  const request: StartRequest | string = url
    ? remote(expand.text(url.value), given(headers), server.transport === 'sse')
    : local(
        (launch?.relayed ?? argv.map(({ value }) => value)).map((word) => expand.text(word)),
        { ...minimalEnvironment(environment), ...given(env) },
        cwd,
      );
  return expand.missing === undefined ? request : `needs ${expand.missing}, which is not set here`;
}

function remote(address: string, headers: Record<string, string>, events: boolean): StartRequest | string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? { kind: 'remote', url, headers, events } : 'has no http address';
}

function local(argv: string[], env: Record<string, string>, cwd: string | undefined): StartRequest | string {
  return argv[0] === undefined ? 'has no command' : { kind: 'process', argv, env, ...(cwd !== undefined && { cwd }) };
}

/** The variables of an environment that every program needs to run. */
export function minimalEnvironment(environment: StartContext['environment']): Record<string, string> {
  return Object.fromEntries(
    MINIMAL.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** `${NAME}`, `${env:NAME}`, `${NAME:-default}`, and the placeholders of editors for the project's folder. */
const REFERENCE = /\$\{(?:env:)?([A-Za-z_][\w.-]*)(?::-([^}]*))?\}|\$\{(input|command|config):[^}]*\}/g;

/** Puts values in the place of references. */
interface Expander {
  /** Name of the first variable without a value. */
  missing: string | undefined;
  text(value: string): string;
}

export function expander(environment: StartContext['environment'], cwd: string | undefined): Expander {
  const folders: Readonly<Record<string, string | undefined>> = {
    workspaceFolder: cwd,
    userHome: environment.HOME ?? environment.USERPROFILE,
  };
  const state: Expander = {
    missing: undefined,
    text: (value) =>
      value.replace(REFERENCE, (whole, name: string | undefined, fallback: string | undefined) => {
        const found = name === undefined ? undefined : ((Object.hasOwn(folders, name) ? folders[name] : environment[name]) ?? fallback);
        if (found === undefined) state.missing ??= name ?? whole;
        return found ?? '';
      }),
  };
  return state;
}
