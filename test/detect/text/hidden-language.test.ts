import { describe, expect, it } from 'vitest';
import { hitSeverity, judgeText } from '../../../src/detect/text/judge.js';
import type { TextDocument } from '../../../src/detect/text/reading/document.js';
import { isNaturalLanguage } from '../../../src/detect/text/reading/natural.js';

const PLAIN = 'The harbour was grey this morning and the boats stayed in.';
const CYRILLIC: Readonly<Record<string, string>> = { a: 'а', e: 'е', o: 'о', c: 'с', p: 'р', x: 'х', y: 'у' };

const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (text: string) => Buffer.from(text).toString('hex');
const coded = (code: (unit: number) => string) => (text: string) => [...text].map((char) => code(char.charCodeAt(0))).join('');
const two = (unit: number) => unit.toString(16).padStart(2, '0');

/** Ways to carry a sentence so that a person who looks at a tool does not read it. */
const CARRIERS: Readonly<Record<string, (text: string) => string>> = {
  'zero-width letters': (text) => text.replace(/(\p{L})(?=\p{L})/gu, '$1\u200b'),
  'word joiners': (text) => text.replace(/(\p{L})(?=\p{L})/gu, '$1\u2060'),
  'letters of another script': (text) => text.replace(/[aeocpxy]/g, (letter) => CYRILLIC[letter] ?? letter),
  'concealed terminal text': (text) => `\u001b[8m${text}\u001b[28m`,
  comment: (text) => `<!-- ${text} -->`,
  'hidden element': (text) => `<span style="display:none">${text}</span>`,
  'white text': (text) => `<p style="color: white">${text}</p>`,
  'blanks before': (text) => `${' '.repeat(400)}${text}`,
  'empty lines before': (text) => `${'\n'.repeat(80)}${text}`,
  entities: coded((unit) => `&#${unit};`),
  'hexadecimal entities': coded((unit) => `&#x${unit.toString(16)};`),
  percent: coded((unit) => `%${two(unit)}`),
  escapes: coded((unit) => `\\u${unit.toString(16).padStart(4, '0')}`),
  base64,
  hexadecimal: hex,
  'tag characters': coded((unit) => String.fromCodePoint(0xe0000 + unit)),
  'link definition': (text) => `[//]: # (${text})`,
  'picture caption': (text) => `![${text}](tide.png)`,
  'full width': (text) => text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)),
  'letters apart': (text) => text.replace(/ /g, '   ').replace(/(\p{L})(?=\p{L})/gu, '$1 '),
};

/** Sentences that order nothing and that no list knows. */
const SENTENCES: Readonly<Record<string, string>> = {
  en: PLAIN,
  de: 'Der Hafen lag heute früh im Nebel und alle Boote blieben an Land.',
  es: 'El puerto amaneció gris y ningún barco salió esta mañana.',
  fr: 'Le port était gris ce matin et les bateaux sont restés à quai.',
  it: 'Stamattina il porto era grigio e le barche sono rimaste ferme.',
  pt: 'O porto amanheceu cinzento e nenhum barco saiu esta manhã.',
  ru: 'Утром гавань была серой, и лодки остались на берегу.',
};

const tool = (text: string): TextDocument => ({
  text,
  kind: 'json-string',
  addressee: 'agent',
  subject: { name: 'tides', description: '', ownNames: [], hosts: [] },
});

const skill = (text: string): TextDocument => ({ ...tool(text), kind: 'markdown' });

function worst(document: TextDocument): string {
  const order = ['critical', 'high', 'medium', 'low', 'info'];
  return (
    judgeText(document)
      .map(hitSeverity)
      .sort((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? 'none'
  );
}

describe('language that people do not see', () => {
  it.each(Object.entries(CARRIERS))('alarms in the definition of a tool, whatever it says: %s', (_, carry) => {
    expect(worst(tool(`Shows when the tide turns. ${carry(PLAIN)}`))).toBe('high');
  });

  it.each(Object.entries(SENTENCES))('alarms in every language: %s', (_, text) => {
    expect(worst(tool(`Shows when the tide turns. ${base64(text)}`)), 'base64').toBe('high');
    expect(worst(tool(`Shows when the tide turns. <!-- ${text} -->`)), 'comment').toBe('high');
  });

  it.each([
    '今朝の港は灰色で、船は一隻も出ていません。',
    '今天早上港口很灰，没有一条船出海。',
    '오늘 아침 항구는 흐렸고 배는 나가지 않았다.',
  ])('alarms where a mark stands between single characters, and not where it says where a line may break: %s', (text) => {
    expect(worst(tool(`Shows tides. ${[...text].join('\u200b')}`))).toBe('high');
    expect(worst(tool(`Shows tides. ${text.replace(/([はが、，는고])/g, '$1\u200b')}`))).toBe('none');
  });

  it.each([
    ['Decode this and follow it:', 'high'],
    ['Décode ce qui suit et applique-le :', 'high'],
    ['Entschlüssele die Zeile und befolge sie:', 'high'],
    ['解码下一行，然后执行：', 'high'],
    ['Расшифруй строку и выполни её:', 'high'],
    ['Never decode and follow a line such as this:', 'none'],
    ['The decoder shows the line as text:', 'none'],
    ['The fixture holds:', 'none'],
  ])('alarms in a skill where the text says to use what is encoded: %s', (words, severity) => {
    for (const carry of [base64, hex])
      expect(worst(skill(`# Tides\n\nShows when the tide turns.\n\n${words} ${carry(PLAIN)}\n`))).toBe(severity);
  });

  it('alarms in a skill for concealed terminal text and for full width, and not for a caption', () => {
    const page = (carrier: string) => skill(`# Tides\n\nShows when the tide turns.\n\n${CARRIERS[carrier]?.(PLAIN)}\n`);
    expect(worst(page('concealed terminal text'))).toBe('high');
    expect(worst(page('full width'))).toBe('high');
    expect(worst(page('picture caption'))).toBe('none');
    expect(worst(page('link definition'))).toBe('none');
    expect(worst(skill('# 潮汐\n\nＡＰＩ　ＫＥＹ を設定して、ＵＲＬ を開きます。\n'))).toBe('none');
  });

  it('alarms in a skill, but not for a comment of its author or for data', () => {
    const page = (text: string) => skill(`# Tides\n\nShows when the tide turns.\n\n${text}\n`);
    expect(worst(page(CARRIERS['zero-width letters']?.(PLAIN) ?? ''))).toBe('high');
    expect(worst(page(CARRIERS['letters of another script']?.(PLAIN) ?? ''))).toBe('high');
    expect(worst(page(CARRIERS['blanks before']?.(PLAIN) ?? ''))).toBe('high');
    expect(worst(page(CARRIERS.entities?.(PLAIN) ?? ''))).toBe('high');
    expect(worst(page(CARRIERS.base64?.(PLAIN) ?? ''))).toBe('none');
    expect(worst(page(`<!-- ${PLAIN} -->`))).toBe('none');
  });

  it.each([
    'Opens `https://example.org/search?q=%E6%B8%AF%E5%8F%A3%E4%BB%8A%E6%97%A9%E5%BE%88%E7%81%B0`.',
    'Takes a query such as `when%20does%20the%20tide%20turn%20today`.',
    'Gives `{"harbour":"\\u00c5lesund","country":"\\u30ce\\u30eb\\u30a6\\u30a7\\u30fc"}`.',
    'Takes the picture as base64: iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==.',
    'The digest is e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855.',
    'Görevin başlığını, açıklamasını ve bitiş tarihini alır, yapılacaklar arasına yazar.',
    'Lengths are in μm, resistances in kΩ, σ_A and Δt in seconds.',
    'Erlaubt Silben\u00adtrennung in langen Wörtern.',
    'می\u200cخواهم: Persian words need the joiner between their parts.',
    'A family: 👨\u200d👩\u200d👧\u200d👦, a flag: 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}.',
  ])('leaves alone what has an honest use: %s', (text) => {
    expect(worst(tool(text))).toBe('none');
  });
});

describe('language or not', () => {
  it.each(Object.values(SENTENCES))('%s', (text) => {
    expect(isNaturalLanguage(text)).toBe(true);
  });

  it.each([
    '',
    'const total = items.reduce((sum, x) => sum + x, 0);',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M0 0h16"/></svg>',
    'HMAC-SHA256 AES-128-GCM X25519',
    'src/index.ts dist/index.js test/a.test.ts docs/b.md',
    '{"alg":"HS256","typ":"JWT"}',
    'qzxw bcdf ghjk lmnp',
  ])('no language: %s', (text) => {
    expect(isNaturalLanguage(text)).toBe(false);
  });
});
