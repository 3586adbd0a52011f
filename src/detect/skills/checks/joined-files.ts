import type { BundleFile } from '../../../model/ai-evidence.js';
import { isExample } from '../../text/frames/framing.js';
import { frameWordsIn } from '../../text/frames/scene.js';
import { NOBODY } from '../../text/reading/document.js';
import { readStatements } from '../../text/reading/read-statements.js';
import type { CodeUnit } from './code-unit.js';
import { contextBefore } from './context.js';

/** A file that holds no code by its name. */
const DATA_FILE = /`([\w./-]{1,100}\.(?:txt|dat|data|cfg|ini|tmpl|bin|b64|enc|part\d{0,2}))`/g;
/** A longer line is no sentence. */
const LONGEST = 600;

/** "Join `a.txt` and `b.txt` and run the result in the shell": what the files hold together is followed as a command. */
export function joinedFiles(file: BundleFile, text: string): CodeUnit[] {
  const found: CodeUnit[] = [];
  let read = 0;
  for (const { index } of text.matchAll(DATA_FILE)) {
    if (index < read) continue;
    const start = text.lastIndexOf('\n', index) + 1;
    const end = text.indexOf('\n', index);
    const line = text.slice(start, end === -1 ? undefined : end);
    read = start + line.length;
    if (line.length > LONGEST) continue;
    const names = [...line.matchAll(DATA_FILE)].map(([, name]) => name ?? '');
    if (names.length < 2 || !isRun(line)) continue;
    const code = `cat ${names.join(' ')} | sh`;
    found.push({ file, language: 'shell', text: code, offset: start, kind: 'fence', context: contextBefore(text, start) });
  }
  return found;
}

/** True where a line says in its language that something runs, and where commands do. */
function isRun(line: string): boolean {
  return readStatements({ text: line, kind: 'markdown', addressee: 'agent', subject: NOBODY }).some((statement) => {
    if (isExample(statement) || statement.banned || statement.tags.has('negate')) return false;
    return (['running', 'shellWord'] as const).every((concept) => frameWordsIn(statement, concept, statement.tongue).length > 0);
  });
}
