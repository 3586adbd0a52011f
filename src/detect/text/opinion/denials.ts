import { PUT_OFF } from '../reading/empty-denial.js';
import { OBLIGATION } from '../reading/negation.js';

/** Words after which a clause is denied, in English; "no" is Spanish, Italian and Portuguese, too. */
export const NOT: ReadonlySet<string> = new Set(
  "not never don't don’t doesn't isn't aren't won't can't cannot shouldn't mustn't without avoid no refuse forbidden prohibited".split(' '),
);

/** The same in languages that deny in front, or right behind the verb. */
export const NOT_ABROAD: ReadonlySet<string> = new Set(
  [
    'nicht nie niemals kein keine keinen keinem keiner ohne',
    'nunca jamás tampoco sin',
    'ne pas jamais sans',
    'não jamais sem',
    'non mai senza',
    'не никогда нельзя без запрещено',
  ]
    .join(' ')
    .split(' '),
);

/** "Do not forget to send it" denies no sending, nor does "do not fail to". */
export function isPutOff(word: string): boolean {
  return word === 'fail' || PUT_OFF.test(word);
}

const DENIES =
  /^(?:不[要得可能应應该該准许許会會再是用必]|禁止|切勿|请勿|請勿|严禁|嚴禁|绝不|絕不|从不|從不|无需|無需|切莫|千万别|(?:勿|[别別])(?:把|让|告诉|再|删|问|发送|说|去))/;

/** Whether what a Chinese stretch begins with denies what follows (true) or takes that back (false); undefined for neither. */
export function denialAtBegin(stretch: string): boolean | undefined {
  if (DENIES.test(stretch)) return true;
  return PUT_OFF.test(stretch.slice(0, 2)) ? false : undefined;
}

/** What ends a clause in Japanese and Korean. */
export const CLAUSE_END = /[、。，．,.!?！？;；]/;
const DENIED =
  /(?:し|せ|ら|か|が|さ|た|ま|わ|ば|え|け|べ|れ|げ|め|て|み|じ|こ)(?:ない(?!と|かぎり)|ません(?!か)|ずに|なく)|するな|禁止|べからず|지 ?(?:않|마[라세십]?|말|못)|금지|없이|안 ?(?:된|됩|돼)/;
/** Obligations are denied twice; who is not to forget is to do it. */
const DENIED_TWICE = /なきゃ|忘れ(?:ない|ず)|ためらわ|迷わ|잊지|망설이지|주저하지|하지 않으면|않으면 안/;

/** True where a Japanese or Korean clause ends in a denial. */
export function deniesAtEnd(clause: string): boolean {
  return DENIED.test(clause) && !OBLIGATION.test(clause) && !DENIED_TWICE.test(clause);
}
