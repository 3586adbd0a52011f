import { FilesAtHand } from '../collect/files-at-hand.js';
import type { Root } from '../collect/source-file.js';
import type { WalkedFile } from '../collect/walk.js';
import type { ScanRequest } from '../model/request.js';
import type { Context } from '../system/context.js';
import type { Files } from '../system/files.js';
import { AiFiles } from './ai-files.js';
import { fileFamilies } from './file-families.js';
import type { FamilyReader, FamilyReading, FamilyScope, FileFamily } from './file-family.js';

/** A family that the scan asks for, and its reader once there was a file for it. */
interface AskedFamily {
  family: FileFamily;
  reader?: FamilyReader;
}

/** Files of one walk that somebody wants besides the packages' readers: each is handed to all of them while it is at hand. */
export class FolderFiles {
  readonly ai = new AiFiles();
  /** What all collectors of the walk read through. */
  readonly files: Files;
  private readonly families: readonly AskedFamily[];
  private readonly scope: FamilyScope;
  /** Who wants the path that was asked for last: the walk asks before it hands over the file. */
  private last: { path: string; ai: boolean; families: readonly AskedFamily[] } = { path: '', ai: false, families: [] };

  constructor(
    private readonly request: ScanRequest,
    context: Context,
    private readonly root: Root,
    named = false,
  ) {
    this.files = new FilesAtHand(context.files);
    this.scope = { request, context: { ...context, files: this.files }, ...(named && { named }) };
    this.families = fileFamilies.filter((family) => family.isAsked(request)).map((family) => ({ family }));
  }

  /** True for a path that `take` would hand to somebody. */
  wants(path: string): boolean {
    const { ai, families } = this.wanting(path);
    return ai || families.length > 0;
  }

  /** Takes a file that the user named for the families that know it, by its name or by the folders it lies in. */
  async takeNamed(file: WalkedFile & { absolute: string }): Promise<void> {
    const knows = ({ family }: AskedFamily) => family.wants(file.path, this.request) || family.wants(file.absolute, this.request);
    for (const asked of this.families.filter(knows)) await this.hand(asked, file);
  }

  /** Nothing for most files, so that a walk need not wait. */
  take(file: WalkedFile): void | Promise<unknown> {
    const { ai, families } = this.wanting(file.path);
    if (ai) this.ai.take(file);
    const pending: Promise<void>[] = [];
    for (const asked of families) {
      const work = asked.reader ? asked.reader.take(file) : this.hand(asked, file);
      if (work) pending.push(work);
    }
    return pending.length === 0 ? undefined : Promise.all(pending);
  }

  /** What the families found. */
  async finish(): Promise<FamilyReading[]> {
    const readings: FamilyReading[] = [];
    for (const { reader } of this.families) if (reader) readings.push(await reader.finish());
    return readings;
  }

  private async hand(asked: AskedFamily, file: WalkedFile): Promise<void> {
    asked.reader ??= await asked.family.begin(this.root, this.scope);
    await asked.reader.take(file);
  }

  private wanting(path: string): { ai: boolean; families: readonly AskedFamily[] } {
    if (this.last.path !== path)
      this.last = { path, ai: AiFiles.wants(path), families: this.families.filter(({ family }) => family.wants(path, this.request)) };
    return this.last;
  }
}
