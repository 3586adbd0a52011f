/** How a text writes that a file is to be opened by a client's own tool: `Read: path`, `Read(path)`, `view_file path`. */
const OPENS =
  /^[ \t]*(?:[-*] |\d{1,3}[.)] )?(?:Read|View|Open|Cat|(?:read|view|open|cat)_(?:text_)?file|get_file_contents)(?:[ \t]*[:(][ \t]*|[ \t]+)["'`]?([~/.$%\w*][^\n"'`)]{2,200})/;
/** Calls by which lines are known for such a list. */
const LEAST = 2;

/**
 * Lines that open files by a client's tools as the commands of a shell that do the same, each where it stood; undefined where a fence holds no
 * list of them. All other lines are left empty.
 */
export function toolCallsAsShell(body: string): string | undefined {
  let calls = 0;
  const lines = body.split('\n').map((line) => {
    const found = OPENS.exec(line);
    const path = found?.[1]?.trimEnd();
    if (found === null || path === undefined) return ' '.repeat(line.length);
    calls++;
    const at = found[0].length - (found[1]?.length ?? 0);
    return `${'cat '.padStart(at)}${path}`.padEnd(line.length);
  });
  return calls < LEAST ? undefined : lines.join('\n');
}
