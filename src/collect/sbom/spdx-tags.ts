import { dataFile } from '../../support/data-file.js';
import { rows } from '../os/paragraphs.js';

/** One `Tag: value`; the value of `<text>…</text>` may span lines. */
export interface Tag {
  name: string;
  value: string;
  line: number;
}

/** Tags of SPDX 2.0 to 2.3 (Annex "tag-value format"). */
const TAGS: ReadonlySet<string> = new Set(dataFile('spdx-tags.txt'));

/** Long enough for every value that is used; licence texts are cut. */
const MAX_VALUE = 65_536;

/** Tags in file order. Other lines, and tags that no version of SPDX has, are passed to `complain` and left out. */
export function* eachTag(text: string, complain: (line: number, reason: string) => void): Generator<Tag> {
  let line = 0;
  let open: Tag | undefined;
  for (const row of rows(text)) {
    line++;
    if (open) {
      // A lost end mark must not swallow packages unnoticed.
      if (row.startsWith('PackageName:')) complain(line, `the <text> of ${open.name} holds what reads like a package`);
      if (!append(open, row)) continue;
      yield open;
      open = undefined;
    } else if (row.trim() !== '' && !row.trimStart().startsWith('#')) {
      const tag = tagOf(row, line, complain);
      if (tag?.value.startsWith('<text>') && !endsText(tag)) open = tag;
      else if (tag) yield tag;
    }
  }
  if (open) complain(open.line, `the <text> of ${open.name} has no end`);
}

function tagOf(row: string, line: number, complain: (line: number, reason: string) => void): Tag | undefined {
  const colon = row.indexOf(':');
  const name = row.slice(0, Math.max(colon, 0)).trim();
  if (TAGS.has(name)) return { name, value: row.slice(colon + 1).trim(), line };
  complain(line, colon === -1 ? `expected "Tag: value", found "${row.trim().slice(0, 40)}"` : `"${name.slice(0, 40)}" is no tag of SPDX`);
  return undefined;
}

/** True when the value ends on its line; its marks are then removed. */
function endsText(tag: Tag): boolean {
  const end = tag.value.indexOf('</text>');
  tag.value = end === -1 ? tag.value.slice(6) : tag.value.slice(6, end);
  return end !== -1;
}

/** True when the row ends the text. */
function append(tag: Tag, row: string): boolean {
  const end = row.indexOf('</text>');
  if (tag.value.length < MAX_VALUE) tag.value += `\n${end === -1 ? row : row.slice(0, end)}`;
  return end !== -1;
}
