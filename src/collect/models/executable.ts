import type { FormatScanner } from './format.js';

/** Starts of files that a system or an interpreter runs. */
const STARTS: readonly (readonly [string, string])[] = [
  ['7f454c46', 'ELF'],
  ['4d5a714670443d', 'MZqFpD'],
  ['cffaedfe', 'Mach-O'],
  ['cefaedfe', 'Mach-O'],
  ['feedfacf', 'Mach-O'],
  ['feedface', 'Mach-O'],
];
const PE = /^MZ/;
const SCRIPT = /^#!\s*(\/\S+)/;

/** Native executables, scripts and compiled Python, whatever they are named. */
export const executableScanner: FormatScanner = {
  id: 'executable',
  sniff: (head) => kindOf(head) !== undefined,
  scan: (input) => {
    const kind = kindOf(input.source.read(0, 256));
    if (kind !== undefined) input.observe({ kind: 'executable', evidence: kind });
  },
};

function kindOf(head: Buffer): string | undefined {
  const hex = head.toString('hex', 0, 16);
  const known = STARTS.find(([start]) => hex.startsWith(start));
  if (known !== undefined) return known[1];
  const text = head.toString('latin1', 0, 128);
  const script = SCRIPT.exec(text);
  if (script !== null) return `#!${script[1]}`;
  if (isCompiledPython(head)) return 'pyc';
  return PE.test(text) && isPortable(head) ? 'PE' : undefined;
}

/** MZ is two letters; the header behind it says where the PE header stands. */
function isPortable(head: Buffer): boolean {
  return head.length >= 64 && head.readUInt32LE(60) >= 4 && head.readUInt32LE(60) < 65536;
}

/** Magic number of CPython 3 (importlib `_bootstrap_external`), then CR LF, then flags that are small. */
function isCompiledPython(head: Buffer): boolean {
  if (head.length < 16 || head.readUInt16LE(2) !== 0x0a0d) return false;
  const magic = head.readUInt16LE(0);
  return magic >= 3000 && magic < 3800 && head.readUInt32LE(4) < 4;
}
