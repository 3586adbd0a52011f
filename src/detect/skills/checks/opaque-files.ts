import type { BundleFile, SkillBundle } from '../../../model/ai-evidence.js';
import { sourceOfPath } from '../flow/sensitive.js';
import type { BundleHit } from './hits.js';

const REACH =
  /\b(?:urllib|requests|httpx|http\.client|socket|subprocess|ctypes|system|popen|exec|eval|b64decode|urlopen|curl|wget|connect|WinExec|ShellExecute|\/bin\/sh)\b|https?:\/\//g;
/** Kinds of files that are read or shown but never run, so that only the missing analysis is reported. */
const DOCUMENT = /document|database/;
const PROGRAM = /program|library|bytecode|WebAssembly|class/;

/** SUP-04, COVERAGE: files of a bundle that cannot be read. Compiled code is judged by the names in it. */
export function* opaqueFiles(bundle: SkillBundle): Generator<BundleHit> {
  for (const file of bundle.files) {
    if (file.opaque === undefined) continue;
    if (PROGRAM.test(file.opaque)) yield compiled(file, bundle);
    else if (file.executed && !DOCUMENT.test(file.opaque))
      yield { rule: 'SUP-04', file, evidence: `${file.opaque}, named by the instructions` };
    else yield { rule: 'COVERAGE', file, evidence: file.opaque };
  }
}

function compiled(file: BundleFile, bundle: SkillBundle): BundleHit {
  const evidence = `${file.opaque}${file.executed ? ', loaded by the skill' : ''}`;
  if (file.opaque !== 'Python bytecode') return { rule: 'SUP-04', file, evidence };
  const source = sourceOf(file, bundle);
  if (source === undefined) return { rule: 'SUP-04', file, evidence: `${evidence}, without its source` };
  const more = [...new Set((file.text ?? '').match(REACH) ?? [])].filter((word) => !source.includes(word));
  const secrets = (file.text ?? '').split('\n').filter((line) => sourceOfPath(line) !== undefined && !source.includes(line));
  const found = [...more, ...secrets];
  if (found.length > 0)
    return { rule: 'SUP-04', file, evidence: `holds ${found.slice(0, 4).join(', ')}, its source does not`, severity: 'high' };
  return { rule: 'SUP-04', file, evidence: `${evidence}; its source lies beside it`, severity: 'low' };
}

/** `__pycache__/clean.cpython-311.pyc` was compiled from `clean.py` in the parent folder. */
function sourceOf(file: BundleFile, bundle: SkillBundle): string | undefined {
  const stem = /([^/.]+)(?:\.cpython-\d+)?(?:\.opt-\d)?\.py[co]$/i.exec(file.name)?.[1];
  return bundle.files.find((other) => other.name.endsWith(`${stem}.py`) && other.text !== undefined && other.opaque === undefined)?.text;
}
