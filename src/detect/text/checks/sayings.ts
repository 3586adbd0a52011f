import type { Severity } from '../../../model/severity.js';
import type { TextDocument } from '../reading/document.js';
import type { Statement } from '../reading/statement.js';
import type { Detection } from './detection.js';

/** What is meant where no verb of the sentence orders it: a state of affairs, or a turn of phrase. */
interface Saying {
  rule: string;
  severity: Severity;
  said: RegExp;
  not?: RegExp;
  /** A skill that is about this may say so. */
  topic?: RegExp;
}

const DENIED = /\b(?:never|do not|don't|must not|should not|avoid|unless|example|attackers?|if (?:a|an|some)\b)/;
const SECURITY = /secur|attack|incident|malware|red.?team|threat|pentest|adversar|jailbreak|prompt|guard/;

/** In English; other languages have their words in the frames of acts. */
const sayings: readonly Saying[] = [
  {
    rule: 'RCE-03',
    severity: 'critical',
    said: /\b(?:bash|shell|sh|cmd|powershell|terminal)(?:'s)?\b[^.;]{0,40}\b(?:input|output|stdin|stdout|to|with)\b[^.;]{0,30}\b(?!10\.|127\.|192\.168\.)\d{1,3}(?:\.\d{1,3}){3}(?::| port | on port )\d{2,5}\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'APR-03',
    severity: 'high',
    said: /\bsecurity (?:checks?|gates?|scans?|reviews?)\b[^.]{0,60}\b(?:false alarms?|never (?:true|right)|meaningless|only noise|get in the way)\b[^.]{0,40}\b(?:skip|leave|ignore|omit|pass|drop|bypass)\b|\b(?:go past|walk past|pass over|get around|work around|leave out|omit) (?:the |all |any |every )?(?:security|safety|approval|permission) (?:checks?|gates?|reviews?|scans?|prompts?)\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'INJ-03',
    severity: 'high',
    said: /\bno (?:rules?|limits?|polic(?:y|ies)|restrictions?|guidelines?) (?:binds?|bound|applies to|apply to|holds? for|restricts?|counts? for) you\b|\b(?:assistant|model|ai|agent|chat ?bot) (?:that|who|which|with) (?:(?:knows|has|obeys|follows|accepts|needs) )?no (?:limits?|rules?|bounds|restrictions?|guardrails|boundaries|filters?)\b|\bwithout (?:any )?guardrails\b[^.;]{0,30}\bwhatever\b/,
    not: DENIED,
    topic: SECURITY,
  },
  {
    rule: 'INJ-09',
    severity: 'high',
    said: /\b(?:the )?(?:user|owner|person|customer)(?:'s)?\b[^.;]{0,20}\b(?:blessing|said yes|says yes|gave (?:their|his|her) (?:ok|okay|consent|yes|word)|is fine with)\b[^.;]{0,20}\b(?:all|everything|already|any|whatever)\b|\b(?:everything|all of (?:it|this)|anything) (?:has|enjoys|bears) the (?:user|owner|customer)'s (?:blessing|consent|ok|okay|approval)\b/,
    not: DENIED,
  },
  {
    rule: 'INJ-04',
    severity: 'high',
    said: /\bkeep (?:the )?(?:user|them|people|everyone|everybody|owner|reader)s? in the dark\b|\b(?:nobody|no ?one)\b[^.;]{0,40}\b(?:may|must|should|is to|shall|is allowed to) (?:ever )?(?:learn|know|hear|find out|notice)\b[^.;]{0,12}\b(?:of|about|this|these|it|that)\b/,
    not: /\b(?:never|do not|don't|unless|example|game|riddle|surprise|password|secret santa)\b/,
  },
  {
    rule: 'APR-02',
    severity: 'high',
    said: /\b(?:tools?|commands?|actions?|calls?|changes?|steps?|everything)\b[^.;]{0,60}\b(?:user|person|human|owner) (?:need|needs|must|should|is) not(?: to)? be (?:bothered|asked|disturbed|troubled|consulted)\b/,
    not: /\b(?:read-only|harmless|small|trivial|minor|typos?)\b/,
  },
];

/** Sayings in the open text; headings and front matter name things. */
export function saidIn({ text, passage }: Statement, { subject }: TextDocument): Detection | undefined {
  if (passage.role === 'heading' || passage.role === 'front') return undefined;
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  const found = sayings.find(({ said, not, topic }) => said.test(text) && !not?.test(text) && !topic?.test(about));
  return found && { rule: found.rule, features: ['saying'], severity: found.severity };
}
