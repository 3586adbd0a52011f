import type { TextDocument } from '../reading/document.js';
import { has, near, ordered, tagsOf } from '../reading/statement.js';
import { TELLS_WHAT } from '../reading/told-facts.js';
import { seen } from './detection.js';
import { order } from './rule.js';

const WIPE_COMMAND =
  /\brm\s{1,3}-(?:[a-z]*r[a-z]*f|[a-z]*f[a-z]*r)[a-z]*\s{1,3}(?:--no-preserve-root\s{1,3})?(?:~\/?|\/|\$home\/?|\/\*|\/home\/?|\/etc\/?)(?=\s|$|["'`;&])|\bmkfs(?:\.\w+)?\s{1,3}\/dev\/\w+|\bdd\s[^\n]{0,60}\bof=\/dev\/(?:sd|nvme|disk)|\bvssadmin(?:\.exe)?\s{1,3}delete\s{1,3}shadows|\bwbadmin\s{1,3}delete|\bbcdedit\b[^\n]{0,60}recoveryenabled\s{1,3}no|\bcipher\s{1,3}\/w/;
/** A question that is waived makes it worse, in whatever language. */
const UNASKED =
  /\b(?:without|no need to|never|no|do not|don't|not|sin|ohne|sans|senza|sem|ne|nicht|kein\w*|non|não)\b[^.,;]{0,24}\b(?:ask\w*|confirm\w*|approv\w*|permission|prompt\w*|warn\w*|backup|pedir|pidas?|pregunt\w*|demand\w*|chied\w*|pergunt\w*|peça|frag\w*|nachfrag\w*|rückfrag\w*|bestätig\w*|conferm\w*)/g;
const CLOSING = /^[\s\d.>*\-)]{0,8}(?:finish|end|close|conclude|start|begin|clean up) with\b/;
const NOT_ENGLISH = /[\u00c0-\u024f\u0370-\u1fff\u2e80-\ud7ff]/;

/** DES-01: what cannot be brought back is removed, unasked. */
export const wipes = order(
  (statement, document) => {
    const { text } = statement;
    if (
      /\b(?:never|block\w*|den(?:y|ied)|dangerous|refuse\w*|forbid\w*|reject\w*|not|don't|avoid|confirm\w*|ask\w*|approval|without (?:a )?backup|warn\w*|detect\w*|outside|if|should)\b/.test(
        text.replace(UNASKED, ' '),
      )
    )
      return undefined;
    if (WIPE_COMMAND.test(text) && statement.passage.role !== 'shell' && (ordered(statement, 'run').length > 0 || CLOSING.test(text)))
      return seen('DES-01', 'wipe command', 'ordered');
    const pair = near(ordered(statement, 'wipe'), tagsOf(statement, 'precious'), 24);
    if (pair === undefined || pair[0].start > pair[1].start) return undefined;
    if (TELLS_WHAT.test(text)) return undefined;
    if (NOT_ENGLISH.test(text) && has(statement, 'whole')) return seen('DES-01', 'wipes', 'precious data');
    const grave =
      /\b(?:production (?:database|data)|all (?:the )?(?:tables|databases|data|files|backups|records|documents|buckets|snapshots)|every (?:table|file|database|backup|record)|the backups?|home (?:directory|folder)|whole disk|hard drive|(?:every|all|each) branch(?:es)?)\b/.test(
        text,
      );
    const start = /^(?:[\s\d.>*\-)[\]x<a-z]{0,14}|.{0,60}(?:[:,>] |\band |\bthen ))$/.test(text.slice(0, pair[0].start));
    if (!grave || !start || isNarrowed(text.slice(pair[1].start), document)) return undefined;
    return seen('DES-01', 'wipes', 'precious data');
  },
  ['wipe', 'precious'],
  ['eraser'],
);

/** "All branches marked as merged", "all files that the test made": not all there are, but those that a word picks out. */
const NARROWED =
  /^(?:all |every |each )?(?:the )?(branch(?:es)?|tags|files|records|documents|snapshots|data)\b[`"']? (?:(?:that|which|whose) (?!exists?\b|you (?:find|see|reach))|(?:[a-z]{2,12}ed|left|gone|older) (?!or\b)|matching )([^,.;]*)/;
const MADE = '(?:made|created|wrote|written|generated|produced|added|left)';
const MAKER = '(?:tests?|you|it|script|build|run|skill|example|demo)';
const OWN_MAKING = new RegExp(`\\b${MAKER} (?:has |have |had )?${MADE}\\b|\\b${MADE} by (?:the |this |your )?${MAKER}\\b`);

/** What git can bring back, what the work itself made, and what the subject says of itself that it removes. */
function isNarrowed(text: string, { subject }: TextDocument): boolean {
  const found = NARROWED.exec(text);
  if (found === null) return false;
  const [whole, noun = ''] = found;
  if ((/^branch/.test(noun) && !/\b(?:not|never|un\w+ed)\b/.test(whole)) || OWN_MAKING.test(whole)) return true;
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  return about.includes(noun.replace(/s$/, '')) && /\b(?:deletes?|removes?|clean(?:s|up)?|purges?|prunes?)\b/.test(about);
}

/** DES-03: removes the record of what was done. */
export const coversTracks = order(
  (statement) => {
    const pair = near(ordered(statement, 'wipe'), tagsOf(statement, 'trace'), 24);
    if (pair === undefined || pair[0].start > pair[1].start) return undefined;
    const record =
      /(?:\.(?:bash|zsh)_history|\/var\/log\/(?:auth|secure|audit|wtmp|btmp|syslog|messages)|\b(?:shell history|bash history|history file|audit logs?|the line from the logs?|sent items?|sent folder|event logs?|transcript|the evidence|traces? of)\b)/.test(
        statement.text,
      );
    const act =
      has(statement, 'give') ||
      has(statement, 'run') ||
      has(statement, 'hush') ||
      has(statement, 'every') ||
      /\b(?:cannot be traced|no (?:traces?|marks?|signs?)|nobody|no one)\b/.test(statement.text);
    return record && act && !/\b(?:rotat|older than|days|retention|not|never)/.test(statement.text)
      ? seen('DES-03', 'removes', 'record')
      : undefined;
  },
  ['wipe', 'trace'],
);

const WAITS =
  /\b(?:if|when|once|as soon as|after|on) (?:the |today's |its? (?:is )?)?(?:\w+ ){0,2}?(?:date|day|year|month|host ?name|user ?name|domain|time ?zone|weekday|\d{1,2}(?:st|nd|rd|th)? \w{3,9} \d{4}|\d{4}-\d\d-\d\d)\b/;

/** DES-02: harm that waits for a date or a machine. */
export const waitingHarm = order(
  (statement) => {
    const condition = WAITS.exec(statement.text);
    const pair = near(ordered(statement, 'wipe'), tagsOf(statement, 'precious'), 24);
    if (condition === null || pair === undefined || pair[0].start > pair[1].start) return undefined;
    const kept = /\b(?:older than|retention|keep|expired?|backups? from|ask|confirm\w*|rotat\w*)\b/.test(statement.text);
    return kept ? undefined : { ...seen('DES-02', 'waits', 'wipes'), severity: 'high' };
  },
  ['wipe', 'precious'],
);
