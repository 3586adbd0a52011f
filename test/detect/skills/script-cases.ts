import { readFileSync } from 'node:fs';
import { assignRoles } from '../../../src/collect/skills/roles.js';
import type { SkillBundle } from '../../../src/model/ai-evidence.js';
import { skillOf } from './bundle.js';

/** A bundle whose scripts are the case; its instructions only run the first. */
export interface ScriptCase {
  kind: string;
  what: string;
  bundle: SkillBundle;
}

/**
 * Cases of a file beside this one: `=== kind | what it does`, lines `description:` and `name:` where the usual ones do
 * not fit, and then `--- path` and the content of each file.
 */
export function scriptCases(file: string): ScriptCase[] {
  const text = readFileSync(new URL(`cases/${file}.txt`, import.meta.url), 'utf8');
  return text
    .split(/^=== /m)
    .slice(1)
    .map((block) => {
      const [head = '', ...parts] = block.split(/^--- /m);
      const [title = '', ...fields] = head.trim().split('\n');
      const [kind = '', what = ''] = title.split(' | ');
      const files = parts.map((part) => {
        const end = part.indexOf('\n');
        return [part.slice(0, end), part.slice(end + 1)] as const;
      });
      return { kind, what, bundle: bundleOf(Object.fromEntries(files), fieldOf(fields, 'description'), fieldOf(fields, 'name')) };
    });
}

function fieldOf(lines: readonly string[], name: string): string | undefined {
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
}

function bundleOf(files: Record<string, string>, description?: string, name?: string): SkillBundle {
  const bundle = skillOf(files, description, name);
  const [entry] = bundle.files;
  const [first] = Object.keys(files);
  if (entry && !('SKILL.md' in files)) entry.text += `\nRun \`${first}\` first.\n`;
  assignRoles(bundle.files, (file) => file === entry);
  return bundle;
}
