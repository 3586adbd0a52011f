/** Characters that mean something to roff, or that it would draw as others: a hyphen, a quote, a tilde are to be those that one can paste. */
const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
};

/** Text as roff draws it letter by letter, on one line. */
export function roffText(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/[\\'"`^~-]/g, (char) => SPECIAL[char] ?? char);
  const ascii = line.replace(/[^\x20-\x7e]/gu, (char) => `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`);
  // A line that begins with a dot would be a request.
  return ascii.startsWith('.') ? `\\&${ascii}` : ascii;
}

/** Text in bold. */
export function bold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

/** A list's entry: its head in bold, then its text. */
export function entryLines(head: string, text: string): string[] {
  return ['.TP', bold(head), roffText(text)];
}
