import { safeText } from '../../support/terminal.js';

const PLAIN = /^[A-Za-z0-9@%_+=:,./-]+$/;

/** A text of somebody else's file as one word of a POSIX command line, without characters that steer a terminal or break a line. */
export function word(text: string): string {
  const safe = safeText(text);
  return PLAIN.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** A line that a shell passes over. */
export function comment(text: string): string {
  return `# ${safeText(text)}`;
}

/** The command, run in a folder and leaving the shell where it is. A path that begins with a dash is no option. */
export function inFolder(folder: string, command: string): string {
  if (folder === '' || folder === '.') return command;
  return `(cd ${word(folder.startsWith('-') ? `./${folder}` : folder)} && ${command})`;
}
