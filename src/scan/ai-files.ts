import { modelPathMatches } from '../collect/models/contract/model-paths.js';
import { instructionKind, isSkillFile } from '../collect/skills/instruction-paths.js';
import type { WalkedFile } from '../collect/walk.js';

/** Files of one walk that bear on agents: instruction files and skills, and model files with what stands beside them. */
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

/** All of them are Markdown, lie in a client's hidden folder or are hidden themselves, or are hooks; most files end here. */
const MAY_INSTRUCT = /\.md$|(?:^|\/)\.|hooks\.json$/i;

/** True for a file that an agent follows. */
export function isInstruction(path: string): boolean {
  return (
    MAY_INSTRUCT.test(path) &&
    (isSkillFile(path) || instructionKind(path) !== undefined || /(?:^|\/)\.claude-plugin\/plugin\.json$/.test(path))
  );
}
