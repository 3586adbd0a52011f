import type { FormatScanner } from '../contract/format.js';

/** First bytes of files that a system or an interpreter runs. */
const STARTS: readonly (readonly [string, string])[] = [
  ['7f454c46', 'ELF'],
  ['4d5a714670443d', 'MZqFpD'],
  ['cffaedfe', 'Mach-O'],
  ['cefaedfe', 'Mach-O'],
  ['feedfacf', 'Mach-O'],
  ['feedface', 'Mach-O'],
  ['0061736d01000000', 'WebAssembly'],
  ['6465780a30', 'DEX'],
];
const PE = /^MZ/;
const SCRIPT = /^#!\s*(\/\S+)/;

/** Native executables, scripts and compiled Python, whatever their names. */
export const executableScanner: FormatScanner = {
  id: 'executable',
  sniff: (head) => executableKind(head) !== undefined,
  scan: (input) => {
    const kind = executableKind(input.source.read(0, 256));
    if (kind !== undefined) input.observe({ kind: 'executable', evidence: kind });
  },
};

/** The kind of program that the content is; undefined for data. `head` is its first bytes, 256 or more. */
export function executableKind(head: Buffer): string | undefined {
  const hex = head.toString('hex', 0, 16);
  const known = STARTS.find(([start]) => hex.startsWith(start));
  if (known !== undefined) return known[1];
  const text = head.toString('latin1', 0, 128);
  const script = SCRIPT.exec(text);
  if (script !== null) return `#!${script[1]}`;
  if (hex.startsWith('cafebabe')) return classOrFat(head);
  if (isCompiledPython(head)) return 'pyc';
  return PE.test(text) && isPortable(head) ? 'PE' : undefined;
}

/**
 * Java classes and universal Mach-O files share a mark: after it, a class has its version (45 and above), Mach-O the
 * number of machines.
 */
function classOrFat(head: Buffer): string | undefined {
  const number = head.length < 8 ? 0 : head.readUInt32BE(4);
  if (number > 0 && number < 32) return 'Mach-O';
  return (number & 0xffff) >= 45 && (number & 0xffff) < 100 ? 'Java class' : undefined;
}

/** MZ is only two letters, so the offset in the header behind it must point to a PE header. */
function isPortable(head: Buffer): boolean {
  return head.length >= 64 && head.readUInt32LE(60) >= 4 && head.readUInt32LE(60) < 65536;
}

/**
 * Magic number of CPython (importlib `_bootstrap_external`, before that `import.c`), then CR LF. From 3.7 on small
 * flags follow (PEP 552), before that a time and a marshalled code object.
 */
function isCompiledPython(head: Buffer): boolean {
  if (head.length < 16 || head.readUInt16LE(2) !== 0x0a0d) return false;
  const magic = head.readUInt16LE(0);
  if (magic >= 3390 && magic < 3900) return head.readUInt32LE(4) < 4;
  const code = head[magic >= 3210 && magic < 3390 ? 12 : 8];
  const old = (magic >= 3000 && magic < 3390) || (magic >= 50_000 && magic < 63_000);
  return old && (code === 0x63 || code === 0xe3);
}
