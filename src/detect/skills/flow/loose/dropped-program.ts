import { UNKNOWN_PART } from '../value.js';
import { ADDRESS, type Dialect } from './dialects.js';

/** A file among the temporary ones that is made and then started, by the name of its variable. */
const STARTED =
  /\$?\b(\w+)\s*:?=[^\n]{0,120}\b(?:TempDir|tmpdir|temp_dir|sys_get_temp_dir|Dir\.tmpdir|Tempfile|\/tmp\/)[\s\S]{0,600}?\b(?:OpenFile|Create|WriteFile|File\.(?:open|write|binwrite)|fopen|file_put_contents|File::create|fs::write|open|getstore)\s*\(\s*[^,)\n]{0,40}\$?\b\1\b[\s\S]{0,600}?\b(?:exec\.Command|Command::new|system|exec|spawn|popen|shell_exec|passthru)\s*\(?\s*["']?\$?\{?\1\b/;

/** A program that comes from the network and is started out of a temporary file, with the address it comes from. */
export function droppedProgram(text: string, { fetch }: Dialect): { at: number; from: string } | undefined {
  const started = STARTED.exec(text);
  if (started === null || !fetch.test(text)) return undefined;
  return { at: started.index, from: ADDRESS.exec(text)?.[0] ?? UNKNOWN_PART };
}
