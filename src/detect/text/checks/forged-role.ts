import { type Sparing, sparing } from '../reading/sparing.js';
import { ordered, type Statement } from '../reading/statement.js';
import { seen } from './detection.js';
import { order } from './rule.js';

const ROLE = 'system|sys|admin|developer|root|assistant_instructions?|system[-_ ]?(?:message|prompt|note|override)';
/** A tag of a role by itself: what goes on with a slash, a dot or a word is a place in a path, an address or a generic type. */
const TAG = sparing(new RegExp(`(?<![\\w/.=:@-])<(?:${ROLE})>(?![/.@\`-])`));
const CLOSING_TAG = sparing(new RegExp(`</(?:${ROLE})>`));
/** A role in square brackets and nothing else but what it says it is: a link has its address behind it, a label another name. */
const LABEL =
  /(?<!\])\[\/?(?:system|inst|sys|admin|developer)(?: (?:message|prompt|note|notice|override|instructions?|update|command|alert|directive|mode)[^\]]{0,30})?(?::[^\]]{0,400})?\](?![([])|<<sys>>/;
const TEMPLATE = sparing(/<\|[a-z_]{3,20}\|>/);
/** The system speaks: a line that says so, or that names a state of it in which other rules hold. */
const SPOKEN = sparing(
  /^\s{0,3}#{0,4} ?system (?:message|note|override|prompt):|\bsystem override\b(?=\W{0,3}(?:$|[:!.\]]|active|activated|engaged|enabled|initiated|in effect))|\b(?:you are|agent is|assistant is|now) (?:now )?in (?:\w+ )?maintenance mode\b|\bmaintenance mode\b\W{0,3}(?:active|activated|engaged|enabled|on\b|:)/,
);
/** A line that begins with the name alone may be a label: `System: Ubuntu 22.04`. */
const LINE = sparing(/^\s{0,3}#{0,4} ?system:/);

const ACTS = ['run', 'give', 'void', 'fetch', 'disable', 'wipe', 'take', 'consent', 'store', 'follow', 'unbound'] as const;
const GRAVE_ACTS = ['give', 'void', 'disable', 'wipe', 'consent', 'unbound'] as const;

/** INJ-02: text dressed as a message of the system, with an order in it. */
export const forgedRole = order((statement) => {
  if (statement.passage.role === 'shell') return undefined;
  // The first line names what the file holds.
  if (statement.passage.role === 'heading' && statement.previous === undefined && statement.offset < 4) return undefined;
  const label = LINE.test(statement.text) && !isMarked(statement);
  if (!label && !isMarked(statement)) return undefined;
  const acts = (label ? GRAVE_ACTS : ACTS).some((concept) =>
    [statement, ...statement.next].some((each) => ordered(each, concept).length > 0),
  );
  if (!acts) return undefined;
  const shown = TEMPLATE.test(statement.text) && OF_TEMPLATES.test(statement.text);
  return { ...seen('INJ-02', 'role marker', 'order'), ...(shown && { severity: 'medium' as const }) };
});

function isMarked(statement: Statement): boolean {
  const { text, previous, next } = statement;
  if (
    SPOKEN.test(text) ||
    (/\[|<</.test(text) && LABEL.test(text.replace(NAMED_LABEL, ''))) ||
    (TEMPLATE.test(text) && !isSpan(text, TEMPLATE) && !FILLED_IN.test(text))
  )
    return true;
  const before = previous?.text.trimEnd() ?? '';
  if (before.endsWith('>') && /<(?:system|admin|developer)>$/.test(before)) return true;
  if (CLOSING_TAG.test(text)) return true;
  const tag = TAG.exec(text);
  if (tag === null) return false;
  // It opens what is said in the role: at the start of the text, or closed again after it.
  return text.slice(0, tag.index).trim() === '' || next.some((each) => CLOSING_TAG.test(each.text));
}

/** A text about what models are fed with shows their marks. */
const OF_TEMPLATES =
  /\b(?:chat|prompt) templates?\b|\b(?:special|control|role|end-of-turn|stop|bos|eos) tokens?\b|\btokenizers?\b|模板|模版|テンプレート|템플릿/;
/** A template is shown: behind a mark stands the name of what comes there. */
const FILLED_IN = /<\|[a-z_]{3,20}\|>\s?\{{1,2}\s?[a-z][\w. ]{0,30}\}/;

/** A label alone in a code span is a name that the text speaks of. */
const NAMED_LABEL = /`\[[^\]`]{1,20}\]`|`--[\w-]+[ =]\[[^\]`]{1,20}\]/g;

/** True when all there is of a mark stands in code spans, as what is spoken of. */
function isSpan(text: string, mark: Sparing): boolean {
  return !mark.test(text.replace(/`[^`]{1,200}`/g, ''));
}
