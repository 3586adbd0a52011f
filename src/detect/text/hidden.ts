import type { Severity } from '../../model/severity.js';
import { type StatementDetection, seen } from './checks/detection.js';
import type { TextRule } from './checks/rule.js';
import type { Concept } from './lexicon/concepts.js';
import type { Disguise } from './reading/clean.js';
import type { Channel } from './reading/passage.js';
import { has, ordered, type Statement } from './reading/statement.js';
import { textRule, textRules } from './rules/registry.js';

const BY_CHANNEL = new Map(textRules.flatMap((rule) => (rule.hiding?.channels ?? []).map((channel) => [channel, rule] as const)));
const BY_DISGUISE = new Map(textRules.flatMap((rule) => (rule.hiding?.disguise ? [[rule.hiding.disguise, rule] as const] : [])));

/** Ways to write that have no honest use once they spell words. */
const ALWAYS: readonly Channel[] = ['tags', 'selectors'];
const ACTS: readonly Concept[] = ['give', 'run', 'void', 'fetch', 'disable', 'wipe', 'store', 'claim', 'take', 'follow', 'replace'];

/** Findings about the hiding itself: an order that people do not see, or that is disguised. */
export function unseenHits(statements: readonly Statement[], judged: readonly StatementDetection[]): StatementDetection[] {
  const found = judged.flatMap(({ statement, sighting }) => {
    if (!grave(sighting.severity ?? textRule(sighting.rule).severity)) return [];
    const hidden = BY_CHANNEL.get(statement.passage.channel);
    const disguise = DISGUISES.find((kind) => statement.disguises.includes(kind));
    const disguised = disguise && BY_DISGUISE.get(disguise);
    return [hidden, disguised].filter((rule) => rule !== undefined).map((rule) => raised(rule, statement));
  });
  return [...found, ...bareHiding(statements)];
}

/** The disguise that counts where a statement has several comes first. */
const DISGUISES: readonly Disguise[] = ['invisible', 'look-alike'];

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

/** Hidden text that speaks to the agent, whatever it asks; and text in characters that only serve to hide. */
function bareHiding(statements: readonly Statement[]): StatementDetection[] {
  return statements.flatMap((statement) => {
    const { channel } = statement.passage;
    const rule = BY_CHANNEL.get(channel)?.id;
    if (rule === undefined) return [];
    if (ALWAYS.includes(channel)) return [{ statement, sighting: seen(rule, channel) }];
    const addressed = isAddressed(statement) && ACTS.some((concept) => ordered(statement, concept).length > 0);
    if (addressed && channel !== 'encoded' && channel !== 'far')
      return [
        {
          statement,
          sighting: {
            ...seen(rule, channel, 'speaks to the agent'),
            severity: isChore(statement) ? ('medium' as const) : ('high' as const),
          },
        },
      ];
    return channel === 'bidi' && statement.tags.size > 0 && /[a-z]{3}/.test(statement.text)
      ? [{ statement, sighting: seen(rule, 'reordered') }]
      : [];
  });
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
