import type { Severity } from '../../../model/severity.js';
import type { Act } from './verbs.js';

/** A grave act in words: what is done, what it is done to, and what makes it more than housekeeping. */
export interface OrderedAct {
  rule: string;
  severity: Severity;
  verbs: readonly Act[];
  object: RegExp;
  /** Characters from the verb to its object at most, where it must be the next thing said. */
  reach?: number;
  /** Must stand somewhere in the sentence too. */
  also?: RegExp;
  not?: RegExp;
  /** A skill that is about this may speak of it. */
  topic?: RegExp;
  /** The sentence names a place of somebody else. */
  outward?: true;
  /** And anybody can rent that place. */
  rented?: true;
}

/** Words of a sentence that leaves it to the user. */
export const USER_DECIDES =
  /\b(?:if the user|when the user|user (?:asks|wants|requests|agrees|names|confirms)|ask(?:s|ing)?\b|with (?:the user's )?(?:consent|approval|permission)|after confirm\w*|confirm\w*|optional\w*|offer|suggest|show)\b/;
