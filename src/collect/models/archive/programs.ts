import type { ScanInput } from '../contract/format.js';
import type { ByteSource } from '../contract/source.js';
import { activeContent } from '../formats/metadata.js';
import { executableKind } from './executable.js';

/** A kind of archive that defines its members. */
interface Layout {
  /** Members that show the kind: all must be there. */
  marks: readonly RegExp[];
  /** Members the format defines: what they hold is read by their own readers. */
  defines: RegExp;
}

const LAYOUTS: readonly Layout[] = [
  // Keras 3, `saving_lib.py`.
  {
    marks: [/^config\.json$/, /^(?:metadata\.json|model[\w.]*weights[\w.]*)$/],
    defines: /^(?:config\.json|metadata\.json|model[\w.]*weights[\w.]*\.(?:h5|npz|json))$/,
  },
  // skops, `_persist.py`.
  { marks: [/^schema\.json$/], defines: /^(?:schema\.json|[\w-]+\.(?:npy|npz|bin))$/ },
  // PyTorch, `caffe2/serialize`; code is TorchScript, extra is what the caller of `save` adds.
  {
    marks: [/(?:^|\/)data\.pkl$/i],
    defines:
      /(?:^|\/)(?:data\.pkl|byteorder|version|\.format_version|\.storage_alignment|\.data\/serialization_id|constants\.pkl|bytecode\.pkl|(?:data|constants|tensors)\/[^/]*|code\/.*)$/i,
  },
  { marks: [/^[^/]*\.npy$/], defines: /\.npy$/ },
  // NeMo: the configuration, the weights and what the configuration registers.
  {
    marks: [/(?:^|\/)model_config\.yaml$/],
    defines: /(?:^|\/)(?:model_config\.yaml|model_weights\.(?:ckpt|pt)|[^/]+\.(?:model|vocab|nemo|txt))$/,
  },
  // Core ML packages, `ModelPackage`.
  { marks: [/(?:^|\/)Manifest\.json$/, /(?:^|\/)Data\//], defines: /(?:^|\/)(?:Manifest\.json|Data\/.*\.(?:mlmodel|bin|json))$/ },
  {
    marks: [/(?:^|\/)MLmodel$/],
    defines: /(?:^|\/)(?:MLmodel|conda\.yaml|python_env\.yaml|requirements\.txt|.*\.(?:pkl|json|h5|keras|onnx|pt|pth))$/,
  },
  // TorchServe.
  { marks: [/^MAR-INF\/MANIFEST\.json$/], defines: /^MAR-INF\/MANIFEST\.json$/ },
];

/** Names by which a system or an interpreter runs a file. Python source is read as such. */
const PROGRAM =
  /\.(?:py[cod]|pyw|so(?:\.\d+)*|dll|dylib|exe|scr|msi|sh|bash|zsh|ksh|fish|bat|cmd|ps1|psm1|vbs|vbe|wsf|hta|js|mjs|cjs|pl|pm|rb|lua|php|jar|class|wasm|whl|egg|desktop|command|lnk|scpt|applescript)$/i;
const PROSE = /\.(?:md|rst|html?)$/i;
const SOURCE_LINE = /^(?:import [\w.]+(?: as \w+)?|from [\w.]+ import .+|(?:async )?def \w+\(.*|class \w+[(:].*|[\w.]+\(.*\))\s*$/gm;
const BATCH = /^@echo off\b/i;
/** What a script begins with is enough to know it. */
const HEAD = 64 * 1024;

/** Observes programs among an archive's members: by content where a mark shows it, else by name, else by what no format defines. */
export class Programs {
  private readonly layout: Layout | undefined;

  constructor(
    private readonly input: ScanInput,
    names: readonly string[],
  ) {
    this.layout = LAYOUTS.find(({ marks }) => marks.every((mark) => names.some((name) => mark.test(name))));
  }

  /** `source` is the content of the member `name`. Content with a mark of its own is told by its own reader. */
  judge(name: string, source: ByteSource): void {
    const head = source.read(0, HEAD);
    if (head.length === 0 || executableKind(head) !== undefined || /\.py$/i.test(name)) return;
    const evidence = PROGRAM.test(name) ? 'program by its name' : this.script(name, head);
    if (evidence !== undefined) this.input.observe({ kind: 'executable', member: this.memberOf(name), evidence });
  }

  /** Text of a program under a name that says nothing, where the format has no such member. */
  private script(name: string, head: Buffer): string | undefined {
    if (this.layout === undefined || this.layout.defines.test(name) || PROSE.test(name) || head.includes(0)) return undefined;
    const text = head.toString('utf8');
    if (BATCH.test(text)) return 'batch script';
    const active = activeContent(text);
    if (active === 'shell command' || active === 'Python call') return `text with a ${active}`;
    const lines = text.match(SOURCE_LINE) ?? [];
    return lines.length > 1 && /^(?:import|from|def|class) /m.test(text) ? 'Python source' : undefined;
  }

  private memberOf(name: string): string {
    return this.input.member === undefined ? name : `${this.input.member}!${name}`;
  }
}
