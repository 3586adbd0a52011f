import type { ScanInput } from '../contract/format.js';
import type { ByteSource } from '../contract/source.js';
import { scanPickle } from '../pickle/scanner.js';
import { looksLikePickle } from '../pickle/sniff.js';
import type { Storage } from '../pickle/state.js';

const OBJECT = /^(.*?)data\.pkl$/i;
/** Pickles that torch itself writes beside the object. */
const OWN_PICKLES =
  /(?:^|\/)(?:data\.pkl|constants\.pkl|[^/]*\.debug_pkl|attributes\.pkl|(?:traced_inputs|bytecode|mobile_debug_handles|callstack_debug_map)\.pkl)$/i;
const SCRIPT = /(?:^|\/)code\/.*\.py$/;
/** Operators of TorchScript that access files or libraries. */
const SCRIPT_REACH =
  /\b(?:torch\.save|torch\.load|aten::save|(?:aten::|\.)from_file|(?:torch\.)?ops\.\w*load_library|load_library|aten::\w*file)\b/;
const MAX_SCRIPT = 4 * 1024 * 1024;

/** A zip archive in torch's layout: one object pickle, its storages beside it, and code if it is TorchScript. */
export class TorchArchive {
  private readonly sizes = new Map<string, number>();
  private readonly storages: Storage[] = [];

  private constructor(
    private readonly root: string,
    private readonly script: boolean,
    private readonly input: ScanInput,
  ) {}

  /** The archive, if one of the names is that of torch's object pickle. */
  static among(names: readonly string[], input: ScanInput): TorchArchive | undefined {
    const object = names.map((name) => OBJECT.exec(name)).find((found) => found !== null);
    return object
      ? new TorchArchive(
          object[1] ?? '',
          names.some((name) => SCRIPT.test(name)),
          input,
        )
      : undefined;
  }

  get format(): string {
    return this.script ? 'torchscript' : 'pytorch-zip';
  }

  /** Storages are raw numbers that no loader unpickles, whatever they look like. */
  isStorage(name: string): boolean {
    return name.startsWith(`${this.root}data/`) || name.startsWith(`${this.root}constants/`) || name.startsWith(`${this.root}tensors/`);
  }

  storage(name: string, bytes: number): void {
    this.sizes.set(name, bytes);
  }

  /** Reads a member as torch does; false when the member does not belong to torch's layout. */
  takes(name: string, source: ByteSource): boolean {
    if (this.script && SCRIPT.test(name)) {
      this.readScript(name, source);
      return true;
    }
    const pickle = looksLikePickle(source.read(0, 64 * 1024), source);
    if (!pickle) return false;
    if (!OWN_PICKLES.test(name)) this.input.observe({ kind: 'torch.extra', member: name, evidence: `pickle ${name} beside data.pkl` });
    const member = this.input.member === undefined ? name : `${this.input.member}!${name}`;
    const observe: ScanInput['observe'] = (observation) => this.input.observe({ member, ...observation });
    scanPickle(
      { ...this.input, name, member, source, observe },
      { persistent: 'torch', onStorage: (storage) => void this.storages.push(storage) },
    );
    return true;
  }

  /** Compares what the object says about its storages with the members themselves (CVE-2026-24747). */
  finish(): void {
    for (const { key, numel } of this.storages) {
      const size = this.sizes.get(`${this.root}data/${key}`);
      // An element takes at least one byte; its exact size by class has changed between versions.
      if (size === undefined || numel <= size) continue;
      this.input.observe({ kind: 'torch.storage', evidence: `storage ${key} holds ${size} bytes, its tensor has ${numel} elements` });
    }
  }

  private readScript(name: string, source: ByteSource): void {
    const text = source.read(0, MAX_SCRIPT).toString('latin1');
    const reach = SCRIPT_REACH.exec(text);
    this.input.observe({
      kind: 'torch.script',
      evidence: reach === null ? 'TorchScript in code/' : `${reach[0]} in ${name}`,
      facts: { reach: reach !== null },
    });
  }
}
