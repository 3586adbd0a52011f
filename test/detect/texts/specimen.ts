import { zipOf } from '../../support/zip-writer.js';
import { type Choice, frameOf } from './clauses.js';
import type { Construction, Parts } from './constructions.js';
import { type DisguiseName, disguises, ENCODINGS } from './disguises.js';
import { hashOf } from './vocabulary.js';

/** What is judged: files of one folder, or tools of one server. */
export type Specimen =
  | { kind: 'files'; files: ReadonlyMap<string, string | Uint8Array> }
  | { kind: 'tools'; tools: readonly Record<string, unknown>[] };

/** Where a text can stand in the open. */
export const OPEN_CARRIERS = [
  'skill',
  'instructions',
  'tool',
  'parameter',
  'linked-file',
  'code-comment',
  'svg',
  'enum',
  'server-output',
] as const;
export type OpenCarrier = (typeof OPEN_CARRIERS)[number];

/** Where a text can stand: in the open, in a disguise, or as a hidden run of a Word document. */
export const CARRIERS = [...OPEN_CARRIERS, ...(Object.keys(disguises) as DisguiseName[]), 'word-hidden'] as const;
export type Carrier = (typeof CARRIERS)[number];

/** The words of a skill or tool that has nothing to do with the act. */
interface Host {
  name: string;
  description: string;
  before: string;
  after: string;
}

function hostOf(choice: Choice): Host {
  const about = frameOf(choice, 'language', 'about');
  const [name = '', description = ''] = about.split(' | ');
  const body = (place: string) => frameOf({ ...choice, seed: `${choice.seed} ${place}` }, 'language', 'body');
  return { name, description, before: body('before'), after: body('after') };
}

/** The parts in the place that their construction asks for; where it asks for none, in the given carrier. */
export function specimenOf(choice: Choice, parts: Parts, construction: Construction, carrier: Carrier): Specimen {
  const host = hostOf(choice);
  const [first, second = ''] = parts;
  switch (construction) {
    case 'list':
      return carried(choice, `1. ${first}\n2. ${second}`, carrier);
    case 'table':
      return carried(
        choice,
        `| 1 | 2 |\n|---|---|\n| ${[first, second].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
        carrier,
      );
    case 'comment':
      return carried(choice, first, 'code-comment');
    case 'front-matter':
      return skill({ ...host, description: `${host.description}. ${first}` }, host.after);
    case 'parameter':
      return carried(choice, first, 'parameter');
    case 'two-files':
      return withNotes(choice, host, `${first} ${frameOf(choice, 'wrap', 'link')}`, second);
    case 'two-tools':
      return { kind: 'tools', tools: [tool(host, first), { ...tool(host, second), name: 'finish' }] };
    default:
      return carried(choice, parts.join(' '), carrier);
  }
}

/** A text in a carrier, between harmless sentences of the same language. */
export function carried(choice: Choice, text: string, carrier: Carrier): Specimen {
  const host = hostOf(choice);
  if (carrier === 'word-hidden') return wordFile(host, text);
  if (isOpen(carrier)) return inTheOpen(choice, host, text, carrier);
  const disguised = disguises[carrier](text);
  const shown = ENCODINGS.has(carrier) ? `${frameOf(choice, 'language', 'decode')} ${disguised}` : disguised;
  const isForTool = choice.intent === 'hostile' && hashOf(`host ${choice.seed}`) % 2 === 0;
  return inTheOpen(choice, host, shown, isForTool ? 'tool' : 'skill');
}

/** True for a carrier that everybody can read. */
export function isOpen(carrier: Carrier): carrier is OpenCarrier {
  return OPEN_CARRIERS.some((name) => name === carrier);
}

function inTheOpen(choice: Choice, host: Host, text: string, carrier: OpenCarrier): Specimen {
  switch (carrier) {
    case 'skill':
      return skill(host, around(host, text));
    case 'instructions':
      return files({ 'CLAUDE.md': `# ${host.name}\n\n${around(host, text)}\n` });
    case 'linked-file':
      return withNotes(choice, host, frameOf(choice, 'wrap', 'link'), text);
    case 'code-comment':
      return skill(host, `${host.before}\n\nRun \`scripts/main.py\`.`, { 'scripts/main.py': `# ${text}\nprint("ok")\n` });
    case 'svg':
      return skill(host, `${host.before}\n\n![chart](chart.svg)`, {
        'chart.svg': `<svg xmlns="http://www.w3.org/2000/svg"><desc>${escaped(text)}</desc><rect width="9" height="9"/></svg>\n`,
      });
    case 'tool':
      return { kind: 'tools', tools: [tool(host, text)] };
    case 'parameter':
      return { kind: 'tools', tools: [tool(host, '', { description: text })] };
    case 'enum':
      return { kind: 'tools', tools: [tool(host, '', { enum: ['short', text] })] };
    case 'server-output':
      return {
        kind: 'tools',
        tools: [{ ...tool(host, ''), outputSchema: { type: 'object', properties: { text: { type: 'string', description: text } } } }],
      };
  }
}

function around({ before, after }: Host, text: string): string {
  return `${before}\n\n${text}\n\n${after}`;
}

function skill({ name, description }: Host, body: string, beside: Record<string, string | Uint8Array> = {}): Specimen {
  const front = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n`;
  return files({ 'SKILL.md': `${front}\n# ${name}\n\n${body}\n`, ...beside });
}

function withNotes(choice: Choice, host: Host, text: string, notes: string): Specimen {
  return skill(host, around(host, text), { 'notes.md': `# ${frameOf(choice, 'language', 'about').split(' | ')[0]}\n\n${notes}\n` });
}

function files(contents: Record<string, string | Uint8Array>): Specimen {
  return { kind: 'files', files: new Map(Object.entries(contents).map(([path, content]) => [`/case/${path}`, content])) };
}

function tool({ name, description }: Host, text: string, argument: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    name: name.replaceAll('-', '_'),
    description: text === '' ? `${description}.` : `${description}. ${text}`,
    inputSchema: { type: 'object', properties: { style: { type: 'string', ...argument } } },
  };
}

/** A document of Word whose last run is hidden (`w:vanish`). */
function wordFile(host: Host, text: string): Specimen {
  const run = (words: string, style = '') => `<w:r>${style}<w:t>${escaped(words)}</w:t></w:r>`;
  const body = `<w:p>${run(host.before)}${run(text, '<w:rPr><w:vanish/></w:rPr>')}</w:p>`;
  const xml = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  const bytes = zipOf([{ name: 'word/document.xml', bytes: Buffer.from(xml) }]);
  return skill(host, `${host.before}\n\n[template](template.docx)`, { 'template.docx': bytes });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
