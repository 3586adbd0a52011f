import type { SkillBundle } from '../../../model/ai-evidence.js';
import type { BundleHit } from './hits.js';

const WRITES =
  /\b(?:write|append|add|insert|put|save|update)\b[^\n]{0,80}?\b(?:CLAUDE|AGENTS|GEMINI|MEMORY|SOUL|QWEN|copilot-instructions)\.md\b/gi;
const LIFTS =
  /\bdangerously\w*\s*[:=]\s*true|\bauto_?approve\w*\s*[:=]\s*(?:true|\[?["']?\*)|\bbypassPermissions\b|\bpre-approved\b|\b(?:do not|never|don't) (?:ask|prompt|wait) (?:for )?.{0,30}\b(?:confirm\w*|permission|approval)|\bnever refuse\b|\bskip (?:all |any |the )?(?:confirmations?|approvals?|permissions?)(?: prompts?| steps?| dialogs?)?\b|\balways trust and (?:execute|run|follow)\b/i;
const WINDOW = 1200;

/** PER-04 in words: the agent is told to write into its own instructions that it need not ask for approval any more. */
export function* seededInstructions(bundle: SkillBundle): Generator<BundleHit> {
  for (const file of bundle.files) {
    if (file.text === undefined || (file.role !== 'entry' && file.role !== 'referenced')) continue;
    for (const match of file.text.matchAll(WRITES)) {
      const line = file.text.slice(file.text.lastIndexOf('\n', match.index) + 1, match.index);
      const lifted = LIFTS.exec(file.text.slice(match.index, match.index + WINDOW));
      if (lifted === null || /\b(?:never|not|don't|avoid|attack\w*|malicious|flag|detect\w*|tries|trying)\b|["“`|]/i.test(line)) continue;
      yield { rule: 'PER-04', file, line: file.text.slice(0, match.index).split('\n').length, evidence: `${match[0]} … ${lifted[0]}` };
      break;
    }
  }
}
