/** Letters from which the engine keeps a part of a text as a place in it; what is shorter it copies. */
const LEAST_SHARED = 13;
const ONE_BYTE = /^[\x00-\xff]*$/;

/** The same text, standing by itself: a part of a long text that is kept would keep the whole in memory. */
export function ownText(text: string): string {
  if (text.length < LEAST_SHARED) return text;
  const encoding = ONE_BYTE.test(text) ? 'latin1' : 'utf16le';
  return Buffer.from(text, encoding).toString(encoding);
}
