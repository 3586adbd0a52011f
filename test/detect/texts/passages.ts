import { jsonLines } from '../../support/json-lines.js';
import type { Specimen } from './specimen.js';

/** A labelled passage of `bench/learn/corpus`. */
export interface Passage {
  label: 'hostile' | 'ordinary';
  lang: string;
  place: 'skill' | 'instructions' | 'agent' | 'command' | 'tool' | 'parameter' | 'comment';
  /** A hostile passage and its ordinary twins share it. */
  scene: string;
  /** What the bundle or tool says that it is for. */
  about: string;
  text: string;
  /** Its sentences or lines that do the harm, where the writer says which; the others are ordinary. */
  hostile?: readonly string[];
}

/** The passages of a corpus. */
export function passagesIn(corpus: string): Passage[] {
  return jsonLines(corpus);
}

/** A passage where its `place` says that it stands. */
export function specimenOfPassage({ place, scene, about, text }: Passage): Specimen {
  const header = `---\nname: ${scene}\ndescription: ${JSON.stringify(about)}\n---\n\n`;
  switch (place) {
    case 'tool':
      return tool(scene, `${about}. ${text}`);
    case 'parameter':
      return tool(scene, about, { detail: { type: 'string', description: text } });
    case 'instructions':
      return files({ 'CLAUDE.md': `# ${about}\n\n${text}\n` });
    case 'agent':
      return files({ [`.claude/agents/${scene}.md`]: `${header}${text}\n` });
    case 'command':
      return files({ [`.claude/commands/${scene}.md`]: `${header}${text}\n` });
    case 'comment':
      return files({
        [`skills/${scene}/SKILL.md`]: `${header}Run \`scripts/run.py\`.\n`,
        [`skills/${scene}/scripts/run.py`]: `${text.replaceAll(/^/gm, '# ')}\nprint("done")\n`,
      });
    case 'skill':
      return files({ [`skills/${scene}/SKILL.md`]: `${header}# ${scene}\n\n${text}\n` });
  }
}

function files(contents: Readonly<Record<string, string>>): Specimen {
  return { kind: 'files', files: new Map(Object.entries(contents).map(([path, text]) => [`/case/${path}`, text])) };
}

function tool(scene: string, description: string, more: Record<string, unknown> = {}): Specimen {
  const inputSchema = { type: 'object', properties: { target: { type: 'string' }, ...more } };
  return { kind: 'tools', tools: [{ name: scene.replaceAll('-', '_'), description, inputSchema }] };
}
