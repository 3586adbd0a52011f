import type { ScanInput } from '../contract/format.js';
import { observeTemplate } from './template/observe.js';

/** One value of a model's free metadata. */
export interface MetadataValue {
  key: string;
  value: string;
  /** Name of the table in findings: `__metadata__`, `metadata_props`. */
  holder: string;
}

const MARKUP =
  /<\s*(script|iframe|object|embed|svg|img|link|meta|form)\b[^>]{0,2000}(>|$)|\bjavascript\s*:|\bon(error|load|click|mouseover)\s*=/i;
const PYTHON =
  /__import__\s*\(|\b(eval|exec|compile)\s*\(\s*['"(_a-z]|\bos\s*\.\s*(system|popen|exec[lv]p?e?)\s*\(|\bsubprocess\s*\.\s*\w+\s*\(|__(class|globals|builtins|subclasses)__/;
const SHELL =
  /\$\([a-z/][^)]{2,400}\)|\b(curl|wget)\b[^\n|]{1,400}\|\s*(ba|z|da)?sh\b|\brm\s+-rf\s+[/~]|(^|[;&|]\s*)(ba|z)?sh\s+-c\s|powershell(\.exe)?\s+-/im;
const JAVA = /\bRuntime\s*\.\s*getRuntime\s*\(|\bProcessBuilder\s*\(|\$\{jndi:/i;

/** The kind of active content in a text; undefined for prose, tags, addresses and lists of words. */
export function activeContent(text: string): string | undefined {
  const head = text.slice(0, 262_144);
  if (MARKUP.test(head)) return 'markup with script';
  if (/\{\{|\{%/.test(head) && PYTHON.test(head)) return 'template expression';
  if (PYTHON.test(head)) return 'Python call';
  if (SHELL.test(head)) return 'shell command';
  if (JAVA.test(head)) return 'Java call';
  return isPickleText(head) ? 'encoded pickle' : undefined;
}

/** True for the base64 text of a pickle of protocol 2 to 5: `\x80` and the protocol, then an opcode, up to STOP. */
function isPickleText(text: string): boolean {
  if (!/^gA[I-JM-PQ-V][A-Za-z0-9+/\s]{8,}={0,2}\s*$/.test(text.slice(0, 65_536))) return false;
  const bytes = Buffer.from(text, 'base64');
  return bytes[0] === 0x80 && (bytes[1] ?? 9) <= 5 && bytes.at(-1) === 0x2e;
}

/** Observes content that a loader ignores but a viewer, a template engine or a converter might run. */
export function observeMetadata(input: ScanInput, { key, value, holder }: MetadataValue): void {
  if (/(^|[._])chat_template/.test(key)) {
    observeTemplate(input, { key, text: value });
    return;
  }
  const active = activeContent(value);
  if (active !== undefined) input.observe({ kind: 'metadata.active', evidence: `${holder} ${key}: ${active}: ${value.slice(0, 120)}` });
}
