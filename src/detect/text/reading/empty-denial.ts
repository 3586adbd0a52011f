import type { Tag } from './phrase-trie.js';

/** Letters between a denial and what it denies, where that stands before it. */
const BESIDE = 16;
/** Forgetting a thing, and waiting with it. */
export const PUT_OFF =
  /(?<!\p{L})(?:forget|hesitate|wait|delay|fail to|verg(?:iss|ess)\p{L}*|zöger\p{L}*|warte\p{L}*|oubli\p{L}*|hésit\p{L}*|attend\p{L}*|olvid\p{L}*|dud\p{L}*|esper\p{L}*|dimentic\p{L}*|esit\p{L}*|aspett\p{L}*|esque[cç]\p{L}*|hesit\p{L}*|забуд\p{L}*|забыва\p{L}*|жди\p{L}*|медли\p{L}*)(?!\p{L})|忘|犹豫|迟疑|잊|망설|주저/u;

/** A question, with marks behind it. */
export const QUESTION = /[?？]["'”»」)*_`\s]*$/;
/** Why one does not, or whether one would not rather: with the denial, and a little beyond it. */
const INVITES =
  /\bwhy (?:not|do(?:n't| not) (?:you|we))\b|\b(?:could|can|will|would) (?:you|we) (?:please )?not\b|\b(?:could|ca|wo|would)n't (?:you|we)\b|(?<!\p{L})(?:(?:warum|wieso)(?: \p{L}+ (?:du|wir|sie|ihr)(?!\p{L}).{0,60})? nicht|(?:könn|kann|will|woll|möcht|magst|mögt|würde)\p{L}* (?:du|wir|sie|ihr) .{0,80}nicht|pourquoi ne(?! p(?:eu|ou)| doi| dev| fau| son| est)|ne (?:pourr|pouv|peux|voudr|veux|voul|devr)\p{L}*-(?:tu|vous|on)|por qué no(?! se | puede| debe| est| es )|no (?:podr?ías?|podr?íais|podéis|podemos|puedes|quieres|querrías|deberías)|por ?qu[eê] não(?! se | pod| dev| est| é )|não (?:pod(?:e|es|ia|ias|eria|erias|emos)|quer(?:es|ia)?|gostaria\p{L}*)|perché non(?! si | può| poss| dev| è | sono)|non (?:potresti|potreste|potremmo|puoi|potete|vuoi|volete|vorresti)|почему (?:бы )?(?:ты |вы |мы )?не|не (?:мог(?:ли|ла)? бы|мож(?:ешь|ете)|хо(?:чешь|тите)|хотели бы))(?!\p{L})|为(?:什么|何)不(?![能可应许允该得])|何不|何妨不|不如|能不能|可不可以|要不要|愿不愿|肯不肯|ませんか|(?:くれ|もらえ|いただけ|みては?くれ)ないか|ないでしょうか|왜 .{0,24}안(?! ?[되돼된될])|지 (?:않을래|않겠|않으시겠|않을까)/u;
/** Letters of a modal verb, or of an ending, behind a denial. */
const BEHIND = 16;

/** Leaving out what follows. */
const LEFT_OUT =
  /^.{0,40}(?<!\p{L})(?:forget|skip|omit|miss|leave out|neglect|overlook|ignor|fail|hesitat|verg(?:iss|ess)|überspring|auslass|weglass|vernachläss|oubli|omet|saut|néglig|olvid|omit|salt|pas(?:e|ar) por alto|dimentic|omett|tralasci|esque[cç]|pul[ae]|deix[ae]r? de|забыва|забудь|пропуска|опуска)|^.{0,12}(?:忘|遗漏|漏掉|漏过|跳过|跳過|省略|忽略|忽视)|(?:忘れ|省略|飛ば|抜か|スキップ|잊|건너뛰|생략|빠뜨리|빼먹)\P{P}{0,6}$/u;

/** True where a line that leads in a list forbids to leave its items out: "do not skip any of these:". */
export function leavesNothingOut(lead: string, denial: Tag): boolean {
  return LEFT_OUT.test(lead.slice(denial.end)) || LEFT_OUT.test(lead.slice(0, denial.start));
}

/** True where a denial keeps nobody from the act: "do not forget to send it" orders it, and "why not send it?" proposes it. */
export function deniesNothing(text: string, denial: Pick<Tag, 'start'>, act: Pick<Tag, 'start'>): boolean {
  if (PUT_OFF.test(text.slice(Math.max(0, denial.start - BESIDE), act.start))) return true;
  return QUESTION.test(text) && INVITES.test(text.slice(0, denial.start + BEHIND));
}
