import { formatExpression, joined } from './expression.js';
import { readLicense } from './sources.js';

/** Longer files are no copyright files of one package. */
const MAX_LENGTH = 1_000_000;

/** What Debian's file of a package says of its licences. */
export interface DebianCopyright {
  /** In normal form: the licences of all files but the packaging. Absent: one of them is no known licence. */
  expression?: string;
  /** The short names as written, each once. */
  written: string[];
}

/**
 * Reads `usr/share/doc/<package>/copyright` in the machine-readable format (DEP 5). Each stanza of files counts, and all hold
 * together; what the packaging itself (`debian/*`) is under does not count. Undefined for files in other forms.
 */
export function readDebianCopyright(text: string): DebianCopyright | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [head, ...stanzas] = text
    .replaceAll('\r\n', '\n')
    .split(/\n[ \t]*\n/)
    .map(fieldsOf);
  if (!/copyright-format|dep5|\bdep\.debian\.net/i.test(head?.get('format') ?? '')) return undefined;
  const files = stanzas.filter((stanza) => stanza.has('files') && !isPackaging(stanza.get('files') ?? ''));
  const names = files.length > 0 ? files.map(shortName) : [shortName(head ?? new Map())];
  const written = [...new Set(names.filter((name) => name !== ''))];
  if (written.length === 0) return undefined;
  const read = written.map((name) => readLicense('debian', name).node);
  const whole = read.every((node) => node !== undefined) && !names.includes('') ? joined('AND', read) : undefined;
  return { written, ...(whole && { expression: formatExpression(whole) }) };
}

/** The fields of a stanza, in lower case; continued lines belong to the field above. */
function fieldsOf(stanza: string): Map<string, string> {
  const fields = new Map<string, string>();
  let open: string | undefined;
  for (const line of stanza.split('\n')) {
    const [, name, value] = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      open = name.toLowerCase();
      fields.set(open, value ?? '');
    } else if (open !== undefined && /^[ \t]/.test(line)) fields.set(open, `${fields.get(open)}\n${line.trim()}`);
  }
  return fields;
}

/** The first line of the field; the text follows it. */
function shortName(stanza: ReadonlyMap<string, string>): string {
  return (stanza.get('license') ?? '').split('\n', 1)[0]?.trim() ?? '';
}

function isPackaging(files: string): boolean {
  return files.split(/\s+/).every((pattern) => pattern === '' || pattern.startsWith('debian/'));
}
