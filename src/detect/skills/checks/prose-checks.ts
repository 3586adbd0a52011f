import type { TextCheck } from '../../text/checks/detection.js';
import type { TextDocument } from '../../text/reading/document.js';
import { isMaker } from '../../text/reading/maker-hosts.js';
import { isForeignHost, placesOf } from '../../text/reading/places.js';
import type { Statement } from '../../text/reading/statement.js';
import { isPlaceholderHost } from './hosts.js';
import { type ProseAct, proseActs } from './prose-acts.js';

/** Farthest place of the object behind its verb. */
const REACH = 160;
const CLAUSE =
  /(?:^[\s\d.)>*#\-[\]x<a-z_"'`]{0,14}|^(?:before|after|when|while|on) \w{3,20}ing (?:\w{1,20} ){0,3}|[,;:>.!)\]–—-][*_"'”]{0,3}\s{1,3}|\b(?:then|and|also|always|please|must|should|shall|first|now|immediately|silently|quietly|you|to|or|agent|assistant)\s{1,3}|<\w{1,20}>)$/;
const NEGATED =
  /\b(?:never|not|don't|doesn't|won't|cannot|can't|without|avoid|refuse\w*|reject\w*|block\w*|forbid\w*|deny|denied|prevent\w*|no)\b[^.;]{0,50}$/;

/** "So that no stored logins are used": the object is what is left alone. */
const SPARED = /\b(?:no|without|never|not|nor|except|instead of)\b[\w\s]{0,12}$/;

/** Orders to do something to the machine, as a table of acts tells them; quoted, reported and forbidden ones are none. */
export const actChecks: readonly TextCheck[] = proseActs.map(
  (act): TextCheck =>
    (statement, document) =>
      isOrdered(act, statement, document) ? { rule: act.rule, features: ['order', 'act'], severity: act.severity } : undefined,
);

function isOrdered(act: ProseAct, statement: Statement, document: TextDocument): boolean {
  const { text, passage } = statement;
  if (passage.role === 'heading' || passage.role === 'front' || !act.object.test(text)) return false;
  if (act.also !== undefined && !act.also.test(text)) return false;
  if (act.not?.test(text)) return false;
  if (act.topic?.test(`${document.subject.name} ${document.subject.description}`.toLowerCase())) return false;
  if (act.rule === 'EXF-03' && !foreign(statement, document)) return false;
  return verbsOf(act, text).some((at) => {
    const found = act.object.exec(text.slice(at, at + REACH + 60));
    return found !== null && found.index <= REACH && !SPARED.test(text.slice(at, at + found.index));
  });
}

/** Places where a verb of the act stands as an order. */
function verbsOf(act: ProseAct, text: string): number[] {
  const found: number[] = [];
  for (const match of text.matchAll(/[a-z]+(?: (?:up|through))?/g)) {
    const [word] = match;
    const verb = act.verb.test(word) || act.verb.test(word.split(' ')[0] ?? '');
    const before = text.slice(Math.max(0, match.index - 80), match.index);
    if (verb && CLAUSE.test(before) && !NEGATED.test(before)) found.push(match.index);
  }
  return found;
}

function foreign(statement: Statement, document: TextDocument): boolean {
  return placesOf(statement).some(
    ({ host }) => host !== '' && isForeignHost(host, document.subject) && !isMaker(host) && !isPlaceholderHost(host),
  );
}
