import { has, ordered, tagsOf } from '../reading/statement.js';
import { isClauseStart } from './approvals.js';
import { seen } from './detection.js';
import { order } from './rule.js';
import { foreignPlace, isTopic, secretsOf } from './secrets-out.js';

/** INJ-06: the task is said to fail unless credentials that it has nothing to do with are read. */
export const pressure = order(
  (statement, document) => {
    const around = [statement, ...statement.next.slice(0, 1)];
    const [secret] = secretsOf(statement);
    if (secret === undefined || isTopic(statement, secret, document)) return undefined;
    const forced = around.some((each) =>
      /\b(?:only works|works only|otherwise|or else|fails?|does not work|will not work|won't work|data (?:is|will be) lost)\b/.test(
        each.text,
      ),
    );
    if (!forced || !has(statement, 'coerce') || /\b(?:api|login|permission denied|not found|missing)\b/.test(statement.text))
      return undefined;
    const handed = ordered(statement, 'give').some((tag) => tag.start > secret.end);
    return handed ? { ...seen('INJ-06', 'threat of failure', 'unrelated secret'), severity: 'high' } : seen('INJ-06', 'threat of failure');
  },
  ['secret', 'coerce'],
  ['contentOf', 'coerce'],
);

const OWN_PROMPT =
  /\byour (?:\w+ ){0,3}?(?:system (?:prompt|message)|initial instructions|hidden instructions|developer (?:message|prompt))\b/;

/** The prompt of whoever runs the agent, behind a verb that says that it is a secret. */
const LAID_BARE =
  /\b(?:reveal|disclose|leak|divulge|recite|expose|dump) (?:(?:all|the|any|every|its|whole|full|entire|complete|exact|original|hidden|secret|internal) ){1,5}(?:system (?:prompts?|messages?|instructions?)|developer (?:messages?|prompts?|instructions?)|initial (?:prompts?|instructions?)|(?:hidden|secret|internal) (?:prompts?|instructions?))\b/;

/** INJ-10: an order to say one's own system prompt. */
export const promptTold = order(
  (statement) => {
    if (statement.text.includes('?')) return undefined;
    const bare = LAID_BARE.exec(statement.text);
    const isBare = bare !== null && ordered(statement, 'disclose').some(({ start }) => start === bare.index);
    if (isBare && isClauseStart(statement.text, bare.index)) return seen('INJ-10', 'system prompt', 'told');
    const prompt = OWN_PROMPT.exec(statement.text);
    if (prompt === null) return undefined;
    const verbs = [...ordered(statement, 'disclose'), ...ordered(statement, 'take'), ...ordered(statement, 'give')];
    const told = verbs.some(
      (verb) => verb.end <= prompt.index && prompt.index - verb.end < 16 && isClauseStart(statement.text, verb.start),
    );
    return told ? seen('INJ-10', 'system prompt', 'told') : undefined;
  },
  ['prompt'],
);

/** EXF-03: something goes to a written-out foreign place, and it is to happen unnoticed. */
export const sentQuietly = order(
  (statement, document) => {
    const gives = ordered(statement, 'give');
    const quiet = tagsOf(statement, 'hush').some((tag) =>
      /^(?:silently|quietly|secretly|covertly|discreetly|unnoticed)$/.test(statement.text.slice(tag.start, tag.end)),
    );
    if (!quiet || gives.length === 0 || !foreignPlace(statement, document)) return undefined;
    const data = /\b(?:files?|data|contents?|code|documents?|messages?|mails?|notes?|history|records?|list|copy)\b/.test(statement.text);
    return data ? seen('EXF-03', 'files', 'quietly sent') : undefined;
  },
  ['give', 'hush'],
);
