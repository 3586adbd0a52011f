/** Languages whose words of orders are known, by their codes in ISO 639-1. */
export type Tongue = 'en' | 'de' | 'es' | 'fr' | 'it' | 'pt' | 'ru' | 'zh' | 'ja' | 'ko';

/** Words that only their own language has among the Latin ones, or that it has far more often than others. */
const MARKS: readonly (readonly [Tongue, RegExp])[] = [
  ['en', words('the of and with this your that when are from is to it or as every be not its into for on')],
  ['de', words('der die das den dem des ein eine einen einer und mit für auf ist wird sich von zu zur zum im an nicht vor bei jede jeden')],
  ['es', words('el los las del que una y al cada para con por lo se es como tu su en de la antes')],
  ['fr', words('le les du une des et dans chaque aux au pour avec est sur ce cette de la à que avant par')],
  ['it', words('il lo gli dei della delle del nel nella ogni che e con per di alla al da un una prima è sia')],
  ['pt', words('o os as do da dos das no na em um uma ao e cada com para que não é pelo pela de antes')],
];

/** Letters that one of these languages has alone, or nearly so: a short sentence may have no small word. */
const LETTERS: Readonly<Partial<Record<Tongue, RegExp>>> = {
  de: /[äöüß]/g,
  es: /[ñ¿¡]/g,
  fr: /[œùëîè]/g,
  it: /[òì]/g,
  pt: /[ãõ]/g,
};

function words(list: string): RegExp {
  return new RegExp(`(?<![\\p{L}\`'./-])(?:${list.replaceAll(' ', '|')})(?![\\p{L}\`./-])`, 'gu');
}

let lastText = '';
let lastTongue: Tongue = 'en';

/** The language that a sentence of clean text is in, by its letters and then by its small words; English where nothing tells. */
export function tongueOf(text: string): Tongue {
  // Everybody who reads a sentence asks, one after the other.
  if (text === lastText) return lastTongue;
  lastText = text;
  lastTongue = tongueIn(text);
  return lastTongue;
}

function tongueIn(text: string): Tongue {
  if (/[\u3040-\u30ff]/.test(text)) return 'ja';
  if (/[\uac00-\ud7af]/.test(text)) return 'ko';
  if (/[\u4e00-\u9fff]/.test(text)) return 'zh';
  if (/[\u0400-\u04ff]/.test(text)) return 'ru';
  let best: Tongue = 'en';
  let most = 0;
  for (const [tongue, mark] of MARKS) {
    const letters = LETTERS[tongue];
    const count = (text.match(mark)?.length ?? 0) + (letters === undefined ? 0 : (text.match(letters)?.length ?? 0));
    if (count > most) {
      best = tongue;
      most = count;
    }
  }
  return best;
}

/** Words, and endings of verbs, that stand for what the sentence before names. */
const PRONOUNS: Readonly<Record<Tongue, RegExp>> = {
  en: /(?<![\w'-])(?:it|them|this|that|these|those|everything)(?![\w'-])/,
  de: /(?<!\p{L})(?:sie|es|ihn|ihm|das|dies\p{L}*|alles|davon|darin|damit)(?!\p{L})/u,
  es: /(?<!\p{L})(?:lo|todo|esto|eso)(?!\p{L})|\p{L}{2}(?:lo|los|[aeiáéír]las?)(?!\p{L})/u,
  fr: /-(?:le|la|les)(?!\p{L})|(?<!\p{L})(?:cela|ceci|tout)(?!\p{L})|(?<!\p{L})(?:faut|à|de|pour|peut|doit|devez|convient de|veuillez) (?:l'|(?:le|la|les) )/u,
  it: /(?<!\p{L})(?:tutto|questo|ciò|lo|li)(?!\p{L})|\p{L}{2}(?:[aeir]l[oaie]|gliel\p{L})(?!\p{L})/u,
  pt: /-(?:[oa]s?|l[oa]s?|n[oa]s?)(?!\p{L})|(?<!\p{L})(?:tudo|isso|isto)(?!\p{L})/u,
  ru: /(?<!\p{L})(?:его|её|ее|их|это|всё|все|него|неё|них|ему)(?!\p{L})/u,
  zh: /[它其]|这个|此项|全部/,
  ja: /それ|これ|その(?:もの|内容)|そこ/,
  ko: /그것|이것|그걸|이걸|그 내용|이를|모두/,
};

/** True when a sentence speaks of something that another one names. */
export function refersBack(text: string, tongue: Tongue): boolean {
  return PRONOUNS[tongue].test(text);
}
