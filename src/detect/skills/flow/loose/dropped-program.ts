import { UNKNOWN_PART } from '../value.js';
import { ADDRESS, type Dialect } from './dialects.js';

/** A name for a file among the temporary ones. */
const TEMPORARY = /\$?\b(\w{1,60})\s*:?=[^\n]{0,120}\b(?:TempDir|tmpdir|temp_dir|sys_get_temp_dir|Dir\.tmpdir|Tempfile|\/tmp\/)/g;
const MAKES =
  '\\b(?:OpenFile|Create|WriteFile|File\\.(?:open|write|binwrite)|fopen|file_put_contents|File::create|fs::write|open|getstore)\\s*\\(\\s*[^,)\\n]{0,40}';
const STARTS = '\\b(?:exec\\.Command|Command::new|system|exec|spawn|popen|shell_exec|passthru)\\s*\\(?\\s*["\']?\\$?\\{?';
/** Characters within which a program is made and started, and names that are tried. */
const NEAR = 1_500;
const MOST_NAMES = 100;

/** A program that comes from the network and is started out of a temporary file, with the address it comes from. */
export function droppedProgram(text: string, { fetch }: Dialect): { at: number; from: string } | undefined {
  if (!fetch.test(text)) return undefined;
  let tried = 0;
  for (const { index, 0: line, 1: name = '' } of text.matchAll(TEMPORARY)) {
    if (++tried > MOST_NAMES) break;
    const after = text.slice(index + line.length, index + NEAR);
    const made = new RegExp(`${MAKES}\\$?\\b${name}\\b`).exec(after);
    if (made !== null && new RegExp(`${STARTS}${name}\\b`).test(after.slice(made.index)))
      return { at: index, from: ADDRESS.exec(text)?.[0] ?? UNKNOWN_PART };
  }
  return undefined;
}
