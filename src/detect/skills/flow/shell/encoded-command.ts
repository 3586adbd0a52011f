/** An option by which PowerShell takes a command in Base64 of UTF-16: it may be cut short anywhere (about_PowerShell_exe, `-EncodedCommand`). */
const OPTION = /(?:^|[\s"'(,])[-/]e(?:c|nc?|nco(?:d(?:e(?:d(?:c(?:o(?:m(?:m(?:a(?:nd?)?)?)?)?)?)?)?)?)?)?(?=[\s"',)]|$)/i;
const ENCODED = /(?<![\w+/=])[A-Za-z0-9+/]{16,100000}={0,2}(?![\w+/=])/g;
/** Encoded commands of one text that are read. */
const MOST = 20;

/** What a word of Base64 says as PowerShell reads it; undefined where it is no text of UTF-16. */
export function encodedCommand(word: string): string | undefined {
  const bytes = Buffer.from(word, 'base64');
  if (bytes.length < 8 || bytes.length % 2 !== 0) return undefined;
  const text = bytes.toString('utf16le');
  return /^[\t\r\n -~]+$/.test(text) ? text : undefined;
}

/** Commands that a script hands to PowerShell in an encoding, each with its place. */
export function encodedCommandsIn(script: string): { at: number; command: string }[] {
  if (!OPTION.test(script)) return [];
  const found: { at: number; command: string }[] = [];
  for (const match of script.matchAll(ENCODED)) {
    const command = encodedCommand(match[0]);
    if (command !== undefined && found.push({ at: match.index, command }) >= MOST) break;
  }
  return found;
}
