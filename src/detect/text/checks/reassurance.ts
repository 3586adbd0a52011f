import { seen } from './detection.js';
import { order } from './rule.js';

/** Somebody or something raises a doubt. */
const DOUBT =
  /\b(?:scanners?|anti-?virus|firewall|vulnerabilit\w+|warns?|warned|warnings?|alerts?|alarms?|findings?|security (?:problem|issue|finding|report|check)s?|another tool|other tools?|different tools?|certificate|suspicious|complains?|flags?|flagged|detects?|asks? (?:why|what|about)|notices?|wonders?|objects?)\b/;
/** What is said to calm the user, whatever is true. */
const CALM =
  /\b(?:tell|say|assure|inform|convince|answer|claim|reply|explain|state|reassure|respond|insist|pretend)\b(?: to| that)? ?(?:(?:the )?(?:users?|them|him|her|people|customers?|person|human|owner) )?(?:that )?[^.;:,]{0,60}\b(?:is|are|was|were|can be|may be|should be|must be|to be)\b (?:just |only |simply |all |completely |entirely |an? |safely )*(?:false (?:alarm|positive)s?|normal|harmless|expected|safe\b|nothing (?:to worry|serious)|routine|ignored|unimportant|benign|legitimate|known (?:bug|issue)|glitch)/;
/** The answer is looked for first, or left to the user. */
const EARNED =
  /\b(?:check|verify|review|confirm|investigat\w+|test|make sure|ensure|whether|because|only (?:if|when|after)|never|do not|don't|must not|avoid|example|sample|e\.g\.|documented|in the docs|unless)\b/;

/** INJ-04: the user is told that a doubt is none, before anybody looked. */
export const reassurance = order(
  ({ text, passage }) => {
    if (passage.role === 'heading' || !CALM.test(text) || EARNED.test(text)) return undefined;
    const calm = CALM.exec(text);
    const rest = calm === null ? text : text.slice(0, calm.index) + text.slice(calm.index + 4);
    return DOUBT.test(rest) ? seen('INJ-04', 'false reassurance') : undefined;
  },
  ['disclose'],
  ['user'],
);
