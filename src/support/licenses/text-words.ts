/** Spellings that the matching guidelines of SPDX call equal. */
const EQUAL: Readonly<Record<string, string>> = {
  licence: 'license',
  licences: 'licenses',
  licensor: 'licensor',
  sublicence: 'sublicense',
  analogue: 'analog',
  authorised: 'authorized',
  behaviour: 'behavior',
  centre: 'center',
  favour: 'favor',
  favours: 'favors',
  fulfilment: 'fulfillment',
  initialise: 'initialize',
  judgement: 'judgment',
  labelling: 'labeling',
  merchantibility: 'merchantability',
  modelled: 'modeled',
  organisation: 'organization',
  organisations: 'organizations',
  practise: 'practice',
  programme: 'program',
  recognise: 'recognize',
  unauthorised: 'unauthorized',
  wilful: 'willful',
  acknowledgement: 'acknowledgment',
  https: 'http',
};

/** Stands for what a licence leaves open, such as `<copyright holder>`. */
export const PLACEHOLDER = '‹›';

/** Lines that say who holds rights and since when, and how a text is set, say nothing of the licence. */
const SINCE = String.raw`(?:copyright\s*(?:\(c\)|©)?|(?:\(c\)|©)(?:\s*copyright)?)[\s,]*(?:by\b|(?=[<[{])|(?:\d{4}\b[-–,\s]*)+)`;
const HOLDER = new RegExp(String.raw`^\W*(?:portions\s+)?${SINCE}.*$|^\W*all rights reserved\W*$`, 'i');
const ANY_HOLDER = new RegExp(SINCE, 'gi');
/** Longer lines hold more than a holder: a text without line ends is one line. */
const MAX_HOLDER_WORDS = 20;
const COMMENT = /^[ \t]*(?:\/\*+|\*+\/|\*+(?!\*)|\/\/+|#+|;+|--+|%+|<!--|dnl\b|rem\b(?= ))/i;
/** Numbers and letters of a list, also where its lines have run together. */
const BULLET =
  /^[ \t]*(?:[a-z]|[ivx]{1,4})[.)](?=\s)|(?:(?<=[.;:)]\s+)(?<!\bv\.\s+)|(?<=\b(?:and|or)\s+)|^[ \t]*)\d{1,2}(?:\.\d{1,2})*[.)](?=\s)/gim;
const LETTER = /\((?:[a-z]|[ivx]{1,4}|\d{1,2})\)/gi;

/**
 * The words of a text as the matching guidelines of SPDX compare them: without case, punctuation, comment marks, bullets and
 * copyright notices, in one spelling. `keepNames`: of a notice only the years go, because where it ends cannot be seen in a text whose
 * lines have run together.
 */
export function textWords(text: string, keepNames = false): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const kept = lines.map((line) => line.replace(COMMENT, ' ')).filter((line) => keepNames || !isHolder(line));
  const plain = kept
    .join('\n')
    .normalize('NFKC')
    .replace(ANY_HOLDER, ' ')
    .replace(BULLET, ' ')
    .replace(LETTER, ' ')
    .toLowerCase()
    .replace(/<[^<>\n]{0,60}>/g, ` ${PLACEHOLDER} `)
    .replace(/['’‘`]/g, '')
    .replace(/(?<=[a-z])[-‐‑–]\s*(?=[a-z])/g, '')
    .replace(/\bcan not\b/g, 'cannot');
  return (plain.match(/[a-z0-9]+(?:\.\d+)*|‹›/g) ?? []).map((word) => EQUAL[word] ?? word);
}

function isHolder(line: string): boolean {
  return HOLDER.test(line) && line.trim().split(/\s+/).length <= MAX_HOLDER_WORDS;
}
