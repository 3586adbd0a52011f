/**
 * A field of a control paragraph. Continuation lines are joined with a space, because only single-line fields are used.
 */
export interface Field {
  value: string;
  line: number;
}

/** One block of `Field: value` lines. Field names are in lower case. */
export interface Stanza {
  /** 1-based line of its first field. */
  line: number;
  fields: ReadonlyMap<string, Field>;
}

/**
 * Paragraphs of a control file (deb822(5)), separated by blank lines. Lines that are neither field nor continuation are
 * passed to `complain` and left out.
 */
export function* eachParagraph(text: string, complain: (line: number, reason: string) => void): Generator<Stanza> {
  let fields = new Map<string, Field>();
  let first = 1;
  let current: Field | undefined;
  let line = 0;
  for (const row of rows(text)) {
    line++;
    if (row.trim() === '') {
      if (fields.size > 0) yield { line: first, fields };
      fields = new Map();
      current = undefined;
    } else if (row.startsWith(' ') || row.startsWith('\t')) {
      if (!current) complain(line, 'a continuation line without a field');
      else if (current.value.length < MAX_VALUE) current.value += ` ${row.trim()}`;
    } else if (!row.startsWith('#')) {
      if (fields.size === 0) first = line;
      current = addField(fields, row, line, complain);
    }
  }
  if (fields.size > 0) yield { line: first, fields };
}

/** Long enough for every field that is used; descriptions and file lists are cut. */
const MAX_VALUE = 65_536;

function addField(
  fields: Map<string, Field>,
  row: string,
  line: number,
  complain: (line: number, reason: string) => void,
): Field | undefined {
  const colon = row.indexOf(':');
  if (colon <= 0) {
    complain(line, `expected "Field: value", found "${row.slice(0, 40)}"`);
    return undefined;
  }
  const name = row.slice(0, colon).toLowerCase();
  const field = { value: row.slice(colon + 1).trim(), line };
  if (fields.has(name)) complain(line, `field ${row.slice(0, Math.min(colon, 40))} is given twice in one paragraph`);
  else fields.set(name, field);
  return field;
}

/** Yields lines without their line ends one at a time, because a database may have a million. */
export function* rows(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    const stop = end === -1 ? text.length : end;
    yield text.charCodeAt(stop - 1) === 13 && stop > start ? text.slice(start, stop - 1) : text.slice(start, stop);
    start = stop + 1;
  }
}
