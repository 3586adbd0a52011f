import type { StatementDetection } from '../checks/detection.js';
import type { TextDocument } from '../reading/document.js';
import { isFenced } from '../reading/passage.js';
import { readStatements } from '../reading/read-statements.js';
import type { Statement } from '../reading/statement.js';
import { type ActFrame, frameOfAct } from './act-frame.js';
import type { GraveAct } from './grave-acts.js';

/** Acts that programs do all the time: in a comment they say what its code does. */
const OF_PROGRAMS: ReadonlySet<GraveAct> = new Set(['persist', 'delete']);
/** Acts that a tool or skill may be made for: its name then says so. */
const OF_ADMINISTRATION: ReadonlySet<GraveAct> = new Set(['weaken', 'delete', 'alter']);
/** Letters of a verb that all its forms share. */
const STEM = 5;
/** What the text says it is for may be spoken of. */
const SECURITY =
  /secur|attack|incident|ransom|injection|malware|red.?team|threat|forensic|vulnerab|pentest|phishing|adversar|hardening|jailbreak|audit|compliance|prompt.?guard/;

/** The feature of an order whose object the sentence before it names. */
export const TOLD_APART = 'sentence before';

/** Orders of grave acts in a text that an agent reads, and how sure they are. Statements are in order of place. */
export function judgeActs(statements: readonly Statement[], document: TextDocument): StatementDetection[] {
  if (document.addressee === 'people') return [];
  const found: StatementDetection[] = [];
  const leads = leadTo(document);
  for (const [index, statement] of statements.entries()) {
    const { passage } = statement;
    if (passage.role === 'heading' || isFenced(passage) || SETTING.test(statement.original)) continue;
    const antecedents = [antecedentOf(statement, statements[index - 1]), ...(index < FIRST ? leads : [])];
    const frame = firstFrame(statement, antecedents, document);
    if (frame === undefined || !isOrder(frame) || (document.kind === 'code' && OF_PROGRAMS.has(frame.act))) continue;
    const severity = isSubject(frame, statement, document) ? 'low' : 'high';
    found.push({ sighting: { rule: frame.rule, features: featuresOf(frame), severity }, statement });
  }
  return found;
}

/** A name and one word, as front matter has them: a setting, which is judged as one. */
const SETTING = /^\s*[\w.-]+:\s*[\w./-]+\s*$/;

/** Sentences of a text in which "it" may stand for what the text before it names. */
const FIRST = 3;

/** The last sentence before the document that says more than where to read on: "it" stands for what is named last. */
function leadTo(document: TextDocument): Statement[] {
  if (document.lead === undefined) return [];
  const { lead, ...before } = document;
  const last = readStatements({ ...before, kind: 'markdown', text: lead }).findLast(({ original }) => !LINK.test(original));
  return last === undefined ? [] : [last];
}

/** A Markdown link, or its beginning where the lead ends at the name of the file. */
const LINK = /\]\(|\[[^[\]]*$/;

function firstFrame(statement: Statement, antecedents: readonly (Statement | undefined)[], document: TextDocument): ActFrame | undefined {
  for (const antecedent of antecedents) {
    const frame = frameOfAct(statement, antecedent, document);
    if (frame !== undefined) return frame;
  }
  return undefined;
}

/** The statement before, also where a list item or a cell is a passage of its own. */
export function antecedentOf(statement: Statement, before: Statement | undefined): Statement | undefined {
  if (before === undefined || isFenced(before.passage)) return undefined;
  if (before.passage === statement.passage) return before;
  if (ENUMERATED.test(before.text) && ENUMERATED.test(statement.text)) return before;
  return before.passage.role === statement.passage.role && before.passage.heading === statement.passage.heading ? before : undefined;
}

/** Points that are numbered within a line: the last of them may begin a list of its own. */
const ENUMERATED = /^\s*\(?\d{1,2}[.)]\s/;

function isOrder({ polarity, speaker, conditional }: ActFrame): boolean {
  return polarity === 'ordered' && speaker === 'text' && !conditional;
}

function featuresOf({ act, object, destination, scope, apart }: ActFrame): string[] {
  const things = typeof object === 'string' ? [object] : [];
  return ['order', act, ...things, ...(destination ? [destination] : []), ...(scope ? [scope] : []), ...(apart ? [TOLD_APART] : [])];
}

/** A skill about backups deletes some, one about attacks tells what attackers do. */
function isSubject({ act, verb, object }: ActFrame, statement: Statement, { subject }: TextDocument): boolean {
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  if (SECURITY.test(about)) return true;
  if (OF_ADMINISTRATION.has(act) && verb.length >= STEM && about.includes(verb.slice(0, STEM))) return true;
  if (typeof object === 'string') return false;
  return object.some((thing) =>
    (statement.frameWords.get(thing) ?? []).some(({ start, end }) => end - start > 3 && about.includes(statement.text.slice(start, end))),
  );
}
