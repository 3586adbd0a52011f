import { assignRoles } from '../../../src/collect/skills/roles.js';
import { judgeAll } from '../../../src/detect/contract/rule.js';
import { skillRules } from '../../../src/detect/skills/registry.js';
import { skillVerdict } from '../../../src/detect/skills/verdict.js';
import type { SkillBundle } from '../../../src/model/ai-evidence.js';
import type { Fact } from '../../../src/model/finding.js';

/** A skill in memory; `SKILL.md` is its entry and the other files have the roles that references give them. */
export function skillOf(files: Record<string, string>, description = 'Tidies spreadsheets.', name = 'sheet-tidy'): SkillBundle {
  const list = Object.entries({ 'SKILL.md': `---\nname: ${name}\ndescription: ${description}\n---\n\n# Title\n`, ...files }).map(
    ([path, text]) => ({
      path,
      name: path,
      size: text.length,
      role: 'unreferenced' as const,
      text,
    }),
  );
  const bundle: SkillBundle = { ref: 'skill:SKILL.md', path: 'SKILL.md', kind: 'skill', name, description, files: list };
  assignRoles(bundle.files, (file) => file.name === 'SKILL.md');
  return bundle;
}

/** A skill whose one script the instructions run. */
export function scriptSkill(script: string, code: string, description?: string): SkillBundle {
  const bundle = skillOf({ [`scripts/${script}`]: code }, description);
  const [entry] = bundle.files;
  if (entry) entry.text += `\nRun \`scripts/${script}\` first.\n`;
  assignRoles(bundle.files, (file) => file === entry);
  return bundle;
}

/** What a skill about notes says that it does. */
export const ABOUT_NOTES = 'Keeps the notes of a team tidy';

/** A skill of one page, about notes where nothing else is said. */
export function notesPage(body: string, about = ABOUT_NOTES): SkillBundle {
  return skillOf({ 'SKILL.md': `---\nname: page\ndescription: ${about}\n---\n\n# Notes\n\n${body}\n` }, about, 'page');
}

export function fence(tag: string, code: string): string {
  return `\`\`\`${tag}\n${code}\n\`\`\``;
}

/** Findings of a skill. */
export function factsOf(bundle: SkillBundle): Fact[] {
  return judgeAll(skillRules, [bundle]);
}

/** `critical EXF-01 scripts/a.py:3`, sorted. */
export function toldOf(bundle: SkillBundle): string[] {
  return factsOf(bundle)
    .map(({ severity, id, locations }) => `${severity} ${id} ${locations[0]?.path}:${locations[0]?.line ?? ''}`)
    .sort();
}

/** The verdict of a skill by all of its findings. */
export function verdictOf(bundle: SkillBundle): string {
  return skillVerdict(factsOf(bundle));
}

/** Rules met at severity medium and above by one sentence of a skill about spreadsheets. */
export function rulesOfSentence(sentence: string): string[] {
  const text = `---\nname: sheet-tidy\ndescription: Tidies spreadsheets.\n---\n\n# Notes\n\n${sentence}\n`;
  return factsOf(skillOf({ 'SKILL.md': text }))
    .filter(({ severity }) => severity !== 'low')
    .map(({ id }) => id);
}
