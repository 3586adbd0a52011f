import { statSync } from 'node:fs';
import { delimiter, extname, isAbsolute, join } from 'node:path';
import { OperationalError } from '../support/errors.js';

/** The command for the operating system. `verbatim`: the arguments are already quoted for a Windows command line. */
export interface ProcessCommand {
  file: string;
  args: string[];
  verbatim: boolean;
}

/** Characters without a meaning for `cmd.exe`. The arguments of a batch file may hold only these. */
const PLAIN = /^[A-Za-z0-9_@+=:,./\\~-]*$/;

/**
 * Finds the file behind a program's name. Only Windows needs this: there npx and its like are batch files, which no program can
 * start but `cmd.exe`. Arguments that it could read as commands are refused, not escaped.
 */
export function resolveProgram(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  platform = process.platform,
): ProcessCommand {
  const [name = '', ...args] = argv;
  if (platform !== 'win32') return { file: name, args, verbatim: false };
  const file = findOnWindows(name, env);
  if (!/\.(?:cmd|bat)$/i.test(file)) return { file, args, verbatim: false };
  const odd = [file, ...args].find((text) => !PLAIN.test(text.replaceAll(' ', '')));
  if (odd !== undefined) throw new OperationalError({ message: `${name.slice(0, 80)} is a batch file and its arguments are not plain` });
  const line = [file, ...args].map((text) => `"${text}"`).join(' ');
  const shell = join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'cmd.exe');
  return { file: shell, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

function findOnWindows(name: string, env: Readonly<Record<string, string>>): string {
  if (isAbsolute(name)) return name;
  const endings = extname(name) === '' ? (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';') : [''];
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    for (const ending of endings) {
      const path = join(folder, name + ending);
      if (folder !== '' && statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
    }
  }
  return name;
}
