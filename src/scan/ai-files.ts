import { modelPathMatches } from '../collect/models/contract/model-paths.js';
import { instructionKind, isSkillFile } from '../collect/skills/instruction-paths.js';
import type { WalkedFile } from '../collect/walk.js';

/** Files of one walk that matter to agents: instruction files, skills, and model files with the files beside them. */
export class AiFiles {
  readonly instructions: WalkedFile[] = [];
  readonly models: WalkedFile[] = [];

  /** True for a path that `take` would keep. */
  static wants(path: string): boolean {
    return isInstruction(path) || modelPathMatches(path);
  }

  take(file: WalkedFile): void {
    if (isInstruction(file.path)) this.instructions.push(file);
    else if (modelPathMatches(file.path)) this.models.push(file);
  }
}

/** Instruction files are Markdown, hidden, in a client's hidden folder, or hooks. Most files need no further test. */
const MAY_INSTRUCT = /\.md$|(?:^|\/)\.|hooks\.json$/i;

/** True for a file that an agent follows. */
export function isInstruction(path: string): boolean {
  return (
    MAY_INSTRUCT.test(path) &&
    (isSkillFile(path) || instructionKind(path) !== undefined || /(?:^|\/)\.claude-plugin\/plugin\.json$/.test(path))
  );
}
