import type { WalkedFile } from '../collect/walk.js';
import type { ScanRequest } from '../model/request.js';
import { AiFiles } from './ai-files.js';
import { fileFamilies } from './file-families.js';
import type { FileFamily } from './file-family.js';

/** Files of one walk that somebody wants besides the packages' readers. */
export class FolderFiles {
  readonly ai = new AiFiles();
  readonly families: readonly { family: FileFamily; files: WalkedFile[] }[];

  constructor(private readonly request: ScanRequest) {
    this.families = fileFamilies.filter((family) => family.isAsked(request)).map((family) => ({ family, files: [] }));
  }

  /** True for a path that `take` would keep. */
  wants(path: string): boolean {
    return AiFiles.wants(path) || this.families.some(({ family }) => family.wants(path, this.request));
  }

  /** Takes a file that the user named for the families that know it, by its name or by the folders it lies in. */
  takeNamed(file: WalkedFile & { absolute: string }): void {
    for (const { family, files } of this.families)
      if (family.wants(file.path, this.request) || family.wants(file.absolute, this.request)) files.push(file);
  }

  take(file: WalkedFile): void {
    this.ai.take(file);
    for (const { family, files } of this.families) if (family.wants(file.path, this.request)) files.push(file);
  }
}
