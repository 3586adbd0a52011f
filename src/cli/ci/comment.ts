import { UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import type { Comment, Comments, Markdown } from './system.js';

/**
 * The first line of our comment, which no reader sees. Jobs with one name write one comment. Where HTML is shown it is the definition of a
 * link that nothing uses.
 */
function markerOf(name: string, { showsHtml }: Comments): string {
  if (showsHtml) return `[castellan-ci${name === '' ? '' : `-${name}`}]: #`;
  return `<!-- castellan-ci${name === '' ? '' : `: ${name}`} -->`;
}

/** Throws UsageError for a name that could end the marker. */
export function checkCommentName(name: string): void {
  if (name === '' || (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name) && !name.includes('--'))) return;
  throw new UsageError({
    where: 'comment-name',
    message: `expected up to 64 letters, digits, ".", "_" and single "-", found "${quote(name, 60)}"`,
  });
}

/**
 * Writes the report as the one comment of this name: edits it where it is, else creates it. Two jobs that both found none and created
 * one see it afterwards: the oldest stays and gets the text of whoever looks last, the others go. Throws OperationalError.
 */
export async function writeComment(comments: Comments, name: string, markdown: Markdown): Promise<void> {
  const marker = markerOf(name, comments);
  // A definition ends with a line that is empty.
  const begin = `${marker}${comments.showsHtml ? '\n\n' : '\n'}`;
  const text = `${begin}${markdown(comments.maxLength - begin.length, comments.showsHtml)}`;
  const before = await ours(comments, marker);
  if (before.length === 0) await comments.create(text);
  const [oldest, ...others] = before.length === 0 ? await ours(comments, marker) : before;
  if (oldest === undefined) return;
  if (!isSame(oldest.text, text) && !(await comments.edit(oldest.id, text)) && before.length > 0) await comments.create(text);
  for (const { id } of others) await comments.remove(id);
}

async function ours(comments: Comments, marker: string): Promise<Comment[]> {
  const found: Comment[] = [];
  for await (const comment of comments.own()) if (comment.text.trimStart().startsWith(marker)) found.push(comment);
  return found;
}

/** A system may end the lines of what it keeps in its own way. */
function isSame(kept: string, text: string): boolean {
  return kept.replaceAll('\r\n', '\n').trim() === text.trim();
}
