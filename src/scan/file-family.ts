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

/** Evidence that is read from the files of walked folders, beside packages and what agents use. */
export interface FileFamily {
  readonly id: string;
  /** False: this scan does not ask for it. */
  isAsked(request: ScanRequest): boolean;
  /** Called for every file of a walk; looks at the path, and at what the request asks of this family. */
  wants(path: string, request?: ScanRequest): boolean;
  /** Reads the files of one walked folder that it wanted, or one file that the user named. Its code is loaded when there is one. */
  read(files: readonly WalkedFile[], root: Root, scope: { request: ScanRequest; context: Context; named?: true }): Promise<FamilyReading>;
}
