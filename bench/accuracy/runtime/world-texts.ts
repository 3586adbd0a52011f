/** Languages with a script, a direction or a way to join letters of their own. */
const LOCALES = (
  'ar ar-EG fa ur he yi ps ckb ug sd dv ks hi mr ne bn pa gu or ta te kn ml si th lo km my bo dz ka hy am ti ja ko zh zh-Hant mn vi tr ' +
  'el ru uk sr bg de fr pl cs fi hu is ga cy mt eu lt lv et sw yo ha zu vai nqo chr iu'
).split(' ');
const REGIONS = ['EG', 'IR', 'IL', 'IN', 'PK', 'GB', 'JP', 'US', 'AQ', 'AX'];
/** Of regular expressions that know sequences of characters; the compiler's target does not. */
const SETS: string = 'v';
const MOMENT = Date.UTC(2026, 2, 9, 17, 5);

/**
 * Honest texts in many languages, as the system's own library of languages writes them: names, dates, sums of money, lists, with the marks
 * of direction and the joiners that they need; and emoji that are made of several.
 */
export function worldTexts(): string[] {
  return [...LOCALES.flatMap(textsIn), ...emoji(), ...PROSE];
}

function textsIn(locale: string): string[] {
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const languages = new Intl.DisplayNames(locale, { type: 'language' });
  const names = REGIONS.map((code) => regions.of(code) ?? code);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'ILS' });
  const share = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 });
  return [
    new Intl.ListFormat(locale).format(names),
    new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', timeZone: 'Asia/Tehran' }).format(MOMENT),
    new Intl.DateTimeFormat(`${locale}-u-ca-islamic`, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(MOMENT, MOMENT + 1e9),
    `${money.format(-1234.5)} | ${share.format(-0.125)} | ${new Intl.RelativeTimeFormat(locale).format(-3, 'day')}`,
    // Names within a text of the other direction are set apart by isolates, as the Unicode Bidirectional Algorithm asks for.
    names.map((name, at) => `\u2068${name}\u2069 (${REGIONS[at]})`).join('\n'),
    `${languages.of('en')} \u200e(${languages.of(locale)})\u200f`,
  ];
}

/** Those joined pictures that Unicode recommends, of all that parts can be put together to. */
function emoji(): string[] {
  const known = new RegExp(`^\\p{RGI_Emoji}$`, SETS);
  const [people, tones, things] = [
    ['👩', '👨', '🧑'],
    ['', '🏻', '🏿'],
    ['💻', '🚀', '⚕️', '🌾', '🎓', '❤️', '🤝'],
  ];
  const joined = people.flatMap((one) =>
    tones.flatMap((tone) => [...things, '👩‍👦', '👧‍👦', '❤️‍💋‍👨', '🤝‍🧑🏽'].map((other) => `${one}${tone}\u200d${other}`)),
  );
  const flags = ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏳️‍🌈', '🏴‍☠️', '👁️‍🗨️', '🇮🇱', '1️⃣', '🐻‍❄️'];
  const all = [...joined, ...flags].filter((each) => known.test(each));
  return [...all.map((each) => `Look: ${each}`), all.join(''), all.join(' '), '❤️✨☀️☁️☂️☃️☄️★️☎️✔️✖️'];
}

const PROSE = [
  'می‌خواهم به خانه‌ی دوستم بروم، نمی‌دانم چه‌طور.',
  'سلام \u200f(C++\u200e) و \u202bمتن راست به چپ\u202c با English در میان.',
  'الإصدار 2.0 من \u2066libfoo\u2069 متاح الآن.',
  'הגרסה \u200e3.1\u200f זמינה ב־\u2066https://example.org/he\u2069 כעת',
  'क्‍ष और क्‌ष, र्‍य; ക്‍ ൻ; ශ්‍රී ලංකාව; বাংলা র‍্যাব',
  'Zürich, naïve, façade, co\u00adop\u00ader\u00ada\u00adtion, «\u00a0Bonjour\u00a0!\u00a0», 10\u202f000\u202f€',
  'ខ្ញុំ\u200bចង់\u200bទៅ\u200bផ្សារ និង ສະບາຍດີ\u200bຊາວ\u200bໂລກ',
  'ภาษา\u200bไทย\u200bไม่มี\u200bช่องว่าง',
  '漢\u{e0100}字\u{e0101}の異体字、葛\u{e0100}城市、辻\u{e0101}さん',
  'ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ\u202fᠶᠢᠨ ᠠ\u180eᠠ',
  '\u001b[32m✓\u001b[39m 12 tests passed \u001b[1;31m0 failed\u001b[0m \u001b[38;2;255;136;0mwarm\u001b[0m',
];
