/** Text on one line with control, bidi and invisible characters shown as `\u….`: evidence never drives the terminal. */
export function safeLine(text: string): string {
  return text.replace(/[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
