import type { Root } from '../collect/source-file.js';
import type { WalkedFile } from '../collect/walk.js';
import type { AiEvidence } from '../model/ai-evidence.js';
import type { Inventory } from '../model/inventory.js';
import type { ScanRequest } from '../model/request.js';
import type { Context } from '../system/context.js';

/** What a family adds to an inventory. */
export interface FamilyReading extends Partial<Pick<Inventory, 'agents' | 'servers' | 'credentials' | 'images' | 'collectors' | 'issues'>> {
  evidence?: Partial<AiEvidence>;
}

/** What a family may use while it reads. */
export interface FamilyScope {
  request: ScanRequest;
  /** Its files are those of the walk: the begin of the file that is handed over is at hand. */
  context: Context;
  /** The user named the one file that is read. */
  named?: true;
}

/** Evidence that is read from the files of walked folders, beside packages and what agents use. */
export interface FileFamily {
  readonly id: string;
  /** False: this scan does not ask for it. */
  isAsked(request: ScanRequest): boolean;
  /** Called for every file of a walk; looks at the path, and at what the request asks of this family. */
  wants(path: string, request?: ScanRequest): boolean;
  /** Begins with the first file of a folder that it wants, or with the one file that the user named; its code is loaded now. */
  begin(root: Root, scope: FamilyScope): Promise<FamilyReader>;
}

/** A family at work on one folder. */
export interface FamilyReader {
  /** Looks into a file that it wants. What it can say of it at once is said at once; what is left for `finish` is the path, not the bytes. */
  take(file: WalkedFile): void | Promise<void>;
  finish(): Promise<FamilyReading>;
}
