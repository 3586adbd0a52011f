import { seen, type TextCheck } from '../text/checks/detection.js';
import { namesForeignTool } from '../text/checks/displacement.js';
import { foreignPlace, secretsOf } from '../text/checks/secrets-out.js';
import { has, ordered, type Statement } from '../text/reading/statement.js';

const TRIGGER =
  /\b(?:when(?:ever)?|if|every time|each time|before|after|once|as soon as|any time)\b[^.]{0,80}\b(?:(?:calls?|use|run|invocation) of|called|used|invoked|runs?|running|connected|present|available|installed|enabled|sends?|writes?|creates?|opens?)\b/;
const ELSEWHERE =
  /\b(?:other|another|different|any other) (?:\w+ )?(?:servers?|tools?|mcp)\b|\belsewhere\b|\bthe \w+ (?:server|tool) is\b|\bthe `?\w+`? tool\b|\b\w+ server\b/;
const MUST =
  /\b(?:must|has to|have to|should|always|needs? to|shall|set|add|put|use|include|append|replace|change|address|call|required)\b|\bonly (?:valid|works?|correct|if|when|after|once)\b/;

/** TOL-02: an order about the arguments or results of a tool that this server does not have. */
const foreignOrder: TextCheck = (statement, document) => {
  const foreign = ELSEWHERE.test(statement.text) || namesForeignTool(statement, document.subject.ownNames);
  if (!foreign) return undefined;
  const triggered = TRIGGER.test(statement.text) || /\bmade with the \w+ server\b|\bof (?:any|every|all) other\b/.test(statement.text);
  const acts =
    ordered(statement, 'give').length + ordered(statement, 'replace').length > 0 || /\b(?:must use|addressed to)\b/.test(statement.text);
  if (!triggered || !acts || !MUST.test(statement.text)) return undefined;
  const cargo = cargoOf(statement) ?? (foreignPlace(statement, document) ? 'foreign place' : undefined);
  return cargo === undefined ? undefined : { ...seen('TOL-02', 'foreign tool', cargo), severity: 'high' };
};

function cargoOf(statement: Statement): string | undefined {
  if (secretsOf(statement).length > 0) return 'sensitive source';
  if (has(statement, 'hush')) return 'hidden';
  if (has(statement, 'context')) return 'conversation';
  if (/\b(?:complete|entire|full|whole|raw|unabridged|all) (?:results?|outputs?|responses?|arguments?)\b/.test(statement.text))
    return 'what other tools return';
  if (/["'`][^"'`]{6,200}["'`]/.test(statement.text) && /\b(?:line|text|string|prefix|code|sentence|header)\b/.test(statement.text))
    return 'fixed content';
  return has(statement, 'recipient') && /\b(?:override|replace|set|change|must)\b/.test(statement.text) && /[@+\d]/.test(statement.text)
    ? 'fixed recipient'
    : undefined;
}

/** Checks that run only on definitions, because they concern other tools. */
export const crossServerChecks: readonly TextCheck[] = [foreignOrder];
