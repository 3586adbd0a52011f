/** Control characters, and those that turn or hide the text around them (Unicode UAX #9, Trojan Source). */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const LONGEST = 2000;

/**
 * Text of somebody else in a form that cannot deceive: what is unseen is shown by its number (`⟨U+202E⟩`), and what is too long to
 * read is cut.
 */
export function legible(text: string, longest = LONGEST): string {
  const shown = text.replace(UNSEEN, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
  return shown.length > longest ? `${shown.slice(0, longest)} … (${shown.length - longest} more characters)` : shown;
}

/** The address if it is one that a browser may follow; anything else is shown as text. */
export function followed(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  return ['https:', 'http:'].includes(new URL(address).protocol) ? address : undefined;
}
