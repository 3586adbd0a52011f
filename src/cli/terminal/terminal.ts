import type { Environment } from '../../config/environment.js';
import type { RenderOptions } from '../../report/reporter.js';

/** The properties of a stream that matter for drawing. */
export interface StreamFacts {
  isTTY: boolean;
  columns: number | undefined;
}

/** Colour by the conventions: `--no-color` and NO_COLOR off, FORCE_COLOR on, else only on a terminal that is not dumb. */
export function wantsColour(environment: Environment, stream: StreamFacts, flag: boolean): boolean {
  if (!flag || environment.NO_COLOR) return false;
  const force = environment.FORCE_COLOR;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return stream.isTTY && environment.TERM !== 'dumb';
}

/** Rendering options for a stream. COLORFGBG (`15;0`) tells the background where a terminal sets it. */
export function renderOptions(
  environment: Environment,
  stream: StreamFacts,
  flags: { color: boolean; quiet: boolean; verbose: boolean },
): RenderOptions {
  const background = environment.COLORFGBG?.split(';').at(-1);
  return {
    width: Math.min(Math.max(stream.columns ?? (Number(environment.COLUMNS) || 80), 40), 200),
    colour: wantsColour(environment, stream, flags.color),
    theme: background === '7' || background === '15' ? 'light' : 'dark',
    unicode:
      environment.TERM !== 'linux' && !/^(C|POSIX)$/.test(environment.LC_ALL || environment.LC_CTYPE || environment.LANG || 'C.UTF-8'),
    quiet: flags.quiet,
    verbose: flags.verbose,
  };
}
