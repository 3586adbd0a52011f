import type { Statement } from './reading/statement.js';

/** To bring back to plain text, in the languages of the lexicon; stems where a language inflects. */
const RESTORE = [
  /\b(?:de|un|re)?-?(?:cod(?:e[ds]?|ing)|crypt(?:ed)?|cipher(?:ed)?|scramble|obfuscate|pack|wrap|fold|base64)\b|\b(?:restor|recover|reconstruct|revers|translat|convert)\w{1,4}\b|\bplain ?text\b|\bclear ?text\b|\brot-?13\b|\bbase-?64\b/i,
  /(?:de|ent)?[ck]odier|(?:ent|ver)schl[üu]ssel|entziffer|entpack|klartext|wiederherstell|stell\w{0,2}\b.{1,40}\bwieder her|wandl\w{0,2}\b.{1,60}\bum\b/i,
  /des?cod[ie]fi|cod[ie]fi(?:c|qu)|d[ée]cod|d[ée]s?cif|d[ée]chiff|cifrad|crypt[ée]|restaur|ricostru|reconstr|restitu|r[ée]tabli|en clair\b|in chiaro\b|texto (?:normal|plano|simples|claro)|testo (?:normale|semplice|in chiaro)|codées?\b|codificat/i,
  /кодир|шифр|восстанов|обычн\p{L}{1,4} текст|открыт\p{L}{1,4} текст/iu,
  /解码|解碼|解密|译码|破译|还原|還原|恢复|编码|編碼|明文|デコード|復号|解読|符号化|平文|元の文|디코[딩드]|복호|해독|부호화|복원|평문/,
];

/** To act on what a text says. */
const ACT = [
  /\b(?:follow|obey|apply|appl(?:ies|ying)|execut|comply|perform|proceed|implement|enact)\w{0,4}\b|\bact (?:on|upon|accordingly|by)\b|\bcarry\b.{0,20}\bout\b|\b(?:do|run) (?:what|as|it|them|so|this|that)\b/i,
  /\b(?:be)?folg\w{0,3}\b|\bbefolg|\banwend|\bwende\b.{0,20}\ban\b|\bf[üu]hr\w{0,2}\b.{0,20}\baus\b|\bausf[üu]hr|\bhand(?:le|eln|el)\b|\btu\w?\b|\bsetz\w{0,2}\b.{0,20}\bum\b|\bumsetz|\berledig/i,
  /\b(?:sig[au]|sigue|segu[ei]|siguel[oa]s?|suive[zs]?|suis\b|obede[cz]|ob[ée]i|ejec[úu]t|ex[ée]cut|esegu|eseguil|aplic|apl[íi]c|apliqu|appliqu|applic|cump[lr]|cúmpl|act[úu]a|agi[sr]\b|agissez|agisci|aja\b)|\b(?:haz|hága|faça|fai|fais|faites|faz)\b|a cabo\b|em pr[áa]tica\b|in pratica\b|en pr[áa]ctica\b|en pratique\b/i,
  /(?:^|[^\p{L}])(?:следуй|выполн|исполн|примен|сдела|действ|осуществ)/iu,
  /照做|照它|照着|照此|执行|執行|遵循|遵照|遵守|应用|應用|完成|行动|行事|実行|適用|従[っいう]|進めて|その(?:通り|とおり)|とおりに|따르|따라|실행|수행|적용|진행|대로/,
];

/** Characters before an encoded text in which somebody says to use it. */
const REACH = 200;

/**
 * True where the words before an encoded text tell the reader to bring it back and to act on it. `open` are the statements of the page that
 * people see, in order of place.
 */
export function isToldToUse(text: string, offset: number, open: readonly Statement[]): boolean {
  const before = text.slice(Math.max(0, offset - REACH), offset);
  const said = /(?:^|\n[ \t]*\n)((?:(?!\n[ \t]*\n)[\s\S])*)$/.exec(before.trimEnd())?.[1] ?? '';
  const matches = (patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(said));
  if (!matches(RESTORE) || !matches(ACT)) return false;
  const around = open.filter((each) => each.offset <= offset && each.offset + each.original.length >= offset - said.length - 2);
  return !around.some((each) => each.mention || each.banned || each.tags.has('negate'));
}
