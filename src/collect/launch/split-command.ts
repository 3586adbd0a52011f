import type { UserSystem } from '../../system/context.js';

/**
 * Splits a command line like a shell (POSIX 2.2: quotes, backslash) without expanding anything. On Windows a backslash
 * separates folders and is kept. A text that is clearly the path of one program, with spaces in it, is left whole.
 */
export function splitCommand(line: string, os: UserSystem['os']): string[] {
  if (isProgramPath(line)) return [line];
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === quote) quote = '';
    else if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      word ??= '';
    } else if (quote === '' && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (escapes(char, quote, os) && at + 1 < line.length) word = (word ?? '') + unescaped(line.charAt(++at), quote);
    else word = (word ?? '') + char;
  }
  if (word !== undefined) words.push(word);
  return words;
}

function escapes(char: string, quote: string, os: UserSystem['os']): boolean {
  return char === '\\' && quote !== "'" && os !== 'win32';
}

/** Within double quotes a backslash is literal unless it precedes one of four characters. */
function unescaped(next: string, quote: string): string {
  return quote === '"' && !'"\\$`'.includes(next) ? `\\${next}` : next;
}

function isProgramPath(line: string): boolean {
  if (/^(?:[A-Za-z]:[\\/]|\\\\)[^"']*\.(?:exe|cmd|bat|com)$/i.test(line)) return !/\.(?:exe|cmd|bat|com)\s/i.test(line);
  return /^\/[^"'\\]*\.app\/Contents\/MacOS\/[^/\s]+$/.test(line);
}
