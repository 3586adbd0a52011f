import type { CloudAnswer, CloudResource, CloudResourceKind, EstateProvider } from '../../model/cloud.js';
import type { RuleInfo } from '../contract/rule.js';
import type { Estate } from './estate.js';

/** A rule about the things of clouds: a description, and one predicate that answers its question. */
export interface CloudRule extends RuleInfo {
  readonly kinds: readonly CloudResourceKind[];
  /** What is asked: `whether callers must sign in`. Names the question where a cloud did not answer it. */
  readonly question: string;
  /** `yes`: the rule is broken. Undefined: the question makes no sense for this resource. */
  check(resource: CloudResource, estate: Estate): CloudAnswer | undefined;
  /** The words that led to the finding, without secrets; default: type and name. */
  evidence?(resource: CloudResource): string;
  /** Where it differs from that of the rule. */
  severityFor?(resource: CloudResource, estate: Estate): RuleInfo['severity'];
  /** Commands and settings that can be pasted, by cloud; `{name}`, `{region}`, `{account}` and `{id}` are filled in. */
  readonly fixes?: Readonly<Partial<Record<EstateProvider, string>>>;
}

/** The answer to `is it true?`: `null` could not be told, undefined makes no sense. */
export function whether(fact: boolean | null | undefined, wanted = true): CloudAnswer | undefined {
  if (fact === undefined) return undefined;
  return fact === null ? 'unknown' : fact === wanted ? 'yes' : 'no';
}

/** All of them: one `no` decides, then one that makes no sense, then one that is unknown. */
export function all(...answers: readonly (CloudAnswer | undefined)[]): CloudAnswer | undefined {
  if (answers.includes('no')) return 'no';
  if (answers.includes(undefined)) return undefined;
  return answers.includes('unknown') ? 'unknown' : 'yes';
}

/** The opposite. */
export function not(answer: CloudAnswer): CloudAnswer {
  return answer === 'yes' ? 'no' : answer === 'no' ? 'yes' : 'unknown';
}

/** The answer for what is plain to see. */
export function plainly(is: boolean): CloudAnswer {
  return is ? 'yes' : 'no';
}
