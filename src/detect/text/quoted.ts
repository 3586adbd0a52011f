import { quoteBehind } from '../../support/quote.js';
import type { TextDocument } from './reading/document.js';
import type { Statement } from './reading/statement.js';

/** Characters before a sentence that are looked at for what they say of it. */
const BEFORE = 400;

/** The statement's own words as a finding may show them; its line may say that they begin with a secret. */
export function quotedStatement({ original, offset, passage }: Statement, { text }: TextDocument, width?: number): string {
  const said = original.trim();
  const start = offset + original.length - original.trimStart().length;
  const before = passage.derived ? '' : text.slice(Math.max(0, start - BEFORE), start);
  return quoteBehind(before.slice(before.lastIndexOf('\n') + 1), said, width);
}
