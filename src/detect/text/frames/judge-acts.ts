import type { StatementDetection } from '../checks/detection.js';
import type { TextDocument } from '../reading/document.js';
import type { Statement } from '../reading/statement.js';
import { type ActFrame, frameOfAct } from './act-frame.js';
import type { GraveAct } from './grave-acts.js';

/** Acts that only words tell, and that honest texts order as often: by themselves they are a note. */
const EVERYDAY: ReadonlySet<GraveAct> = new Set(['weaken', 'delete', 'impersonate']);
/** What the text says it is for may be spoken of. */
const SECURITY =
  /secur|attack|incident|ransom|injection|malware|red.?team|threat|forensic|vulnerab|pentest|phishing|adversar|hardening|jailbreak|audit|compliance|prompt.?guard/;

/** Orders of grave acts in a text that an agent reads, and how sure they are. Statements are in order of place. */
export function judgeActs(statements: readonly Statement[], document: TextDocument): StatementDetection[] {
  if (document.addressee !== 'agent' || document.kind === 'code') return [];
  const found: StatementDetection[] = [];
  for (const [index, statement] of statements.entries()) {
    const { role } = statement.passage;
    if (role === 'heading' || role === 'code' || role === 'shell') continue;
    const frame = frameOfAct(statement, antecedentOf(statement, statements[index - 1]), document);
    if (frame === undefined || !isOrder(frame)) continue;
    const severity = EVERYDAY.has(frame.act) || isSubject(frame, statement, document) ? 'low' : 'high';
    found.push({ sighting: { rule: frame.rule, features: featuresOf(frame), severity }, statement });
  }
  return found;
}

/** The statement before, also where a list item or a cell is a passage of its own. */
function antecedentOf(statement: Statement, before: Statement | undefined): Statement | undefined {
  if (before === undefined || before.passage.role === 'code' || before.passage.role === 'shell') return undefined;
  if (before.passage === statement.passage) return before;
  return before.passage.role === statement.passage.role && before.passage.heading === statement.passage.heading ? before : undefined;
}

function isOrder({ polarity, speaker, conditional }: ActFrame): boolean {
  return polarity === 'ordered' && speaker === 'text' && !conditional;
}

function featuresOf({ act, object, destination, scope, apart }: ActFrame): string[] {
  const things = typeof object === 'string' ? [object] : [];
  return ['order', act, ...things, ...(destination ? [destination] : []), ...(scope ? [scope] : []), ...(apart ? ['sentence before'] : [])];
}

/** A skill about backups deletes some, one about attacks tells what attackers do. */
function isSubject({ object }: ActFrame, statement: Statement, { subject }: TextDocument): boolean {
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  if (SECURITY.test(about)) return true;
  if (typeof object === 'string') return false;
  return object.some((thing) =>
    (statement.frameWords.get(thing) ?? []).some(({ start, end }) => end - start > 3 && about.includes(statement.text.slice(start, end))),
  );
}
