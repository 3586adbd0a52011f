/** Escapes a text for `like`, with `!` before its wildcards. */
export function likeText(text: string): string {
  return text.replace(/[!%_]/g, '!$&');
}
