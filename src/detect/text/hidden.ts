import type { Severity } from '../../model/severity.js';
import { type StatementDetection, seen } from './checks/detection.js';
import type { TextRule } from './checks/rule.js';
import type { Concept } from './lexicon/concepts.js';
import type { Disguise } from './reading/clean.js';
import type { TextDocument } from './reading/document.js';
import { foldLookAlikes } from './reading/letters.js';
import { isNaturalLanguage } from './reading/natural.js';
import type { Channel, Encoding } from './reading/passage.js';
import { has, ordered, type Statement } from './reading/statement.js';
import { textRule, textRules } from './rules/registry.js';
import { isToldToUse } from './told-to-use.js';

const BY_CHANNEL = new Map(textRules.flatMap((rule) => (rule.hiding?.channels ?? []).map((channel) => [channel, rule] as const)));
const BY_DISGUISE = new Map(textRules.flatMap((rule) => (rule.hiding?.disguises ?? []).map((disguise) => [disguise, rule] as const)));

/** Ways to write that have no honest use once they spell words. */
const ALWAYS: readonly Channel[] = ['tags', 'selectors'];
const ACTS: readonly Concept[] = ['give', 'run', 'void', 'fetch', 'disable', 'wipe', 'store', 'claim', 'take', 'follow', 'replace'];

/** Findings about the hiding itself: an order that people do not see, or that is disguised. */
export function unseenHits(
  document: TextDocument,
  statements: readonly Statement[],
  judged: readonly StatementDetection[],
): StatementDetection[] {
  const found = judged.flatMap(({ statement, sighting }) => {
    if (!grave(sighting.severity ?? textRule(sighting.rule).severity)) return [];
    const hidden = BY_CHANNEL.get(statement.passage.channel);
    const disguise = DISGUISES.find((kind) => kind !== 'compatibility' && statement.disguises.includes(kind));
    const disguised = disguise && BY_DISGUISE.get(disguise);
    return [hidden, disguised].filter((rule) => rule !== undefined).map((rule) => raised(rule, statement));
  });
  return [...found, ...bareHiding(statements, document)];
}

/** The disguise that counts where a statement has several comes first. */
const DISGUISES: readonly Disguise[] = ['invisible', 'look-alike', 'compatibility'];

/** Rules about odd letters and odd places: with an order that counts by itself, there are two signs. */
function raised({ id, hiding }: TextRule, statement: Statement): StatementDetection {
  return {
    statement,
    sighting: { ...seen(id, statement.passage.channel, 'order'), ...(hiding?.withOrder && { severity: hiding.withOrder }) },
  };
}

function grave(severity: Severity): boolean {
  return severity === 'critical' || severity === 'high' || severity === 'medium';
}

/** Text that is hidden or disguised, whatever it asks for. */
function bareHiding(statements: readonly Statement[], document: TextDocument): StatementDetection[] {
  const open = statements.filter(({ passage }) => passage.channel === 'open' || passage.channel === 'far');
  return [...statements.flatMap((statement) => unseenText(statement, document, open)), ...disguisedProse(statements, document)];
}

/** Text on a channel that people do not see: alarming by its channel, by whom it speaks to, or by being language at all. */
function unseenText(statement: Statement, document: TextDocument, open: readonly Statement[]): StatementDetection[] {
  const { channel } = statement.passage;
  const rule = BY_CHANNEL.get(channel)?.id;
  if (rule === undefined) return [];
  if (ALWAYS.includes(channel)) return [{ statement, sighting: seen(rule, channel) }];
  const addressed = isAddressed(statement) && ACTS.some((concept) => ordered(statement, concept).length > 0);
  if (addressed && channel !== 'encoded' && channel !== 'far') {
    const severity = isChore(statement) ? 'medium' : 'high';
    return [{ statement, sighting: { ...seen(rule, channel, 'speaks to the agent'), severity } }];
  }
  // What is written backwards has the form of words either way: known ones must be among them.
  if (channel === 'bidi') return statement.tags.size > 0 ? [{ statement, sighting: seen(rule, 'reordered') }] : [];
  if (statement.passage.encoding === 'cipher') return [{ statement, sighting: { ...seen(rule, 'enciphered'), severity: 'high' } }];
  const severity = gravityOfHiding(statement, document, open);
  if (severity === undefined || !isNaturalLanguage(statement.text)) return [];
  return [{ statement, sighting: { ...seen(rule, channel, 'language'), severity } }];
}

/** Ways to hide that honest pages use: notes to other authors, and captions for people who do not see. */
const HONEST: readonly Channel[] = ['comment', 'alt', 'open'];
/** Encodings that files hold as data, and for letters that some files cannot hold. */
const DATA: readonly (Encoding | undefined)[] = ['block', 'script'];

/**
 * What hidden language weighs by itself. A definition of a tool is shown to the agent alone, so nothing in it has a reason to be hidden.
 */
function gravityOfHiding({ passage, offset }: Statement, { kind, text }: TextDocument, open: readonly Statement[]): Severity | undefined {
  const { channel, encoding } = passage;
  if (channel === 'encoded' && encoding === undefined) return undefined;
  if (kind === 'json-string') return 'high';
  if (kind === 'code' || HONEST.includes(channel)) return undefined;
  if (DATA.includes(encoding)) return isToldToUse(text, offset, open) ? 'high' : undefined;
  return channel === 'hidden-style' ? 'medium' : 'high';
}

/** Words of one text that are disguised before it counts as hidden: one or two may be a slip of a keyboard or of a copy. */
const DISGUISED_WORDS = 4;

/** Sentence after sentence in letters that are not what they look like, or with marks between them that nobody sees. */
function disguisedProse(statements: readonly Statement[], { kind: place }: TextDocument): StatementDetection[] {
  const disguised = statements.filter(({ disguises }) => disguises.length > 0);
  return DISGUISES.flatMap((kind) => {
    const rule = BY_DISGUISE.get(kind)?.id;
    const marked = disguised.filter(({ disguises }) => disguises.includes(kind));
    const words = marked.reduce((sum, { disguises }) => sum + disguises.filter((each) => each === kind).length, 0);
    const prose = marked.filter((statement) => isDisguisedProse(statement, kind));
    if (rule === undefined || words < (place === 'json-string' ? DISGUISED_WORDS - 1 : DISGUISED_WORDS)) return [];
    return prose.map((statement) => ({ statement, sighting: { ...seen(rule, 'disguised prose'), severity: 'high' as const } }));
  });
}

/** The dotless letter of Turkish and Azerbaijani, where no letter of another script stands beside it. */
const TURKISH = /^[^\u0250-\u02af\u0370-\u058f\u1d00-\u1d7f\ua730-\ua7ff]*\u0131[^\u0250-\u02af\u0370-\u058f\u1d00-\u1d7f\ua730-\ua7ff]*$/;

function isDisguisedProse(statement: Statement, kind: Disguise): boolean {
  if (kind === 'look-alike')
    return !TURKISH.test(statement.original) && isNaturalLanguage(statement.text.replace(/\S*[a-z]\S*/g, foldLookAlikes));
  return kind === 'compatibility' ? isWrittenWide(statement) : isNaturalLanguage(statement.text);
}

/** A sentence whose plain letters are all written in full width. Chinese and Japanese texts write single words that way, and a broken encoding single letters. */
function isWrittenWide({ original, text }: Statement): boolean {
  const wide = (original.match(/[\uff21-\uff3a\uff41-\uff5a]{2,}/g) ?? []).join('').length;
  const plain = original.match(/[a-z]/gi)?.length ?? 0;
  return wide > plain * 4 && isNaturalLanguage(text.replace(/[\u3040-\u9fff\uac00-\ud7a3]/g, ''));
}

const HARMFUL: readonly Concept[] = [
  'give',
  'void',
  'disable',
  'wipe',
  'claim',
  'replace',
  'store',
  'address',
  'secret',
  'context',
  'hush',
];

/** "Agents: run the tests": spoken to the agent, and nothing that anybody would hide. */
function isChore(statement: Statement): boolean {
  return !HARMFUL.some((concept) => has(statement, concept));
}

const VOCATIVE =
  /(?:^|[\s<(!:[-])(?:dear |hey |attention,? |note (?:to|for) (?:the )?)?(?:ai|llm|llms|assistant|assistants|agent|agents|claude|gpt|chatgpt|copilot|gemini|model|bot)(?: agents?| assistants?| models?)?\s?[:,!]|\byou are (?:now )?(?:the|a|an)\b|\b(?:ai|assistant|agent|model)s? (?:must|should|has to|have to|reading this)\b/;

function isAddressed(statement: Statement): boolean {
  return VOCATIVE.test(statement.text) && has(statement, 'agent');
}
