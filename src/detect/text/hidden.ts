import type { Severity } from '../../model/severity.js';
import type { Concept } from './lexicon/concepts.js';
import type { Channel } from './passage.js';
import { textRule } from './rules.js';
import { type Judged, seen } from './sighting.js';
import { has, ordered, type Statement } from './statement.js';

const RULE_OF_CHANNEL: Readonly<Partial<Record<Channel, string>>> = {
  comment: 'HID-04',
  'hidden-style': 'HID-04',
  alt: 'HID-08',
  far: 'HID-05',
  tags: 'HID-01',
  selectors: 'HID-06',
  bidi: 'HID-03',
  spaced: 'ENC-01',
  encoded: 'ENC-01',
};

/** Ways to write that have no honest use once they spell words. */
const ALWAYS: readonly Channel[] = ['tags', 'selectors'];
const ACTS: readonly Concept[] = ['give', 'run', 'void', 'fetch', 'disable', 'wipe', 'store', 'claim', 'take', 'follow', 'replace'];

/** Findings about the hiding itself: an order that people do not see, or that is disguised. */
export function unseenHits(statements: readonly Statement[], judged: readonly Judged[]): Judged[] {
  const found = judged.flatMap(({ statement, sighting }) => {
    if (!grave(sighting.severity ?? textRule(sighting.rule).severity)) return [];
    const hidden = RULE_OF_CHANNEL[statement.passage.channel];
    const disguise = statement.disguises.includes('invisible')
      ? 'HID-02'
      : statement.disguises.includes('look-alike')
        ? 'HID-07'
        : undefined;
    return [hidden, disguise].filter((rule) => rule !== undefined).map((rule) => raised(rule, statement));
  });
  return [...found, ...bareHiding(statements)];
}

/** Rules about odd letters and odd places: with an order that counts by itself, there are two signs. */
const RAISED: ReadonlySet<string> = new Set(['HID-07', 'HID-08']);

function raised(rule: string, statement: Statement): Judged {
  return {
    statement,
    sighting: { ...seen(rule, statement.passage.channel, 'order'), ...(RAISED.has(rule) && { severity: 'high' as const }) },
  };
}

function grave(severity: Severity): boolean {
  return severity === 'critical' || severity === 'high' || severity === 'medium';
}

/** Hidden text that speaks to the agent, whatever it asks; and text in characters that only serve to hide. */
function bareHiding(statements: readonly Statement[]): Judged[] {
  return statements.flatMap((statement) => {
    const { channel } = statement.passage;
    const rule = RULE_OF_CHANNEL[channel];
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
      ? [{ statement, sighting: seen('HID-03', 'reordered') }]
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
