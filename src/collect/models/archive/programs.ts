import type { ScanInput } from '../contract/format.js';
import type { ByteSource } from '../contract/source.js';
import { activeContent } from '../formats/metadata.js';
import { executableKind } from './executable.js';

/** An archive format that defines its members. */
interface Layout {
  /** Members that identify the format; all must be present. */
  marks: readonly RegExp[];
  /** Members that the format defines; their contents are read by their own readers. */
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
  // PyTorch, `caffe2/serialize`: `code` is TorchScript, `extra` is what the caller of `save` adds.
  {
    marks: [/(?:^|\/)data\.pkl$/i],
    defines:
      /(?:^|\/)(?:data\.pkl|byteorder|version|\.format_version|\.storage_alignment|\.data\/serialization_id|constants\.pkl|bytecode\.pkl|(?:data|constants|tensors)\/[^/]*|code\/.*)$/i,
  },
  { marks: [/^[^/]*\.npy$/], defines: /\.npy$/ },
  // NeMo: the configuration, the weights, and the files that the configuration registers.
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

/** Names by which a system or an interpreter runs a file. Python source is handled by its own reader. */
const PROGRAM =
  /\.(?:py[cod]|pyw|so(?:\.\d+)*|dll|dylib|exe|scr|msi|sh|bash|zsh|ksh|fish|bat|cmd|ps1|psm1|vbs|vbe|wsf|hta|js|mjs|cjs|pl|pm|rb|lua|php|jar|class|wasm|whl|egg|desktop|command|lnk|scpt|applescript)$/i;
const PROSE = /\.(?:md|rst|html?)$/i;
const SOURCE_LINE = /^(?:import [\w.]+(?: as \w+)?|from [\w.]+ import .+|(?:async )?def \w+\(.*|class \w+[(:].*|[\w.]+\(.*\))\s*$/gm;
const BATCH = /^@echo off\b/i;
/** The beginning of a script is enough to recognise it. */
const HEAD = 64 * 1024;

/**
 * Observes programs among an archive's members: by their content if it has a mark, else by their name, else as scripts
 * in a format that has no such member.
 */
export class Programs {
  private readonly layout: Layout | undefined;

  constructor(
    private readonly input: ScanInput,
    names: readonly string[],
  ) {
    this.layout = LAYOUTS.find(({ marks }) => marks.every((mark) => names.some((name) => mark.test(name))));
  }

  /**
   * `source` is the content of the member `name`. Content with a mark of another format is left to that format's
   * reader.
   */
  judge(name: string, source: ByteSource): void {
    const head = source.read(0, HEAD);
    if (head.length === 0 || executableKind(head) !== undefined || /\.py$/i.test(name)) return;
    const evidence = PROGRAM.test(name) ? 'program by its name' : this.script(name, head);
    if (evidence !== undefined) this.input.observe({ kind: 'executable', member: this.memberOf(name), evidence });
  }

  /** The kind of script under a name that does not say so, when the format has no such member. */
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
