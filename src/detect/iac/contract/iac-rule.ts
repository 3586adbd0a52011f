import type { Confidence } from '../../../model/finding.js';
import type { IacFormat, IacResource, SourcePlace } from '../../../model/iac.js';
import type { Severity } from '../../../model/severity.js';
import type { RuleInfo } from '../../contract/rule.js';
import type { IacEstate, IacView } from './estate.js';

/** What a rule says of one subject. A subject that the rule does not concern gets no judgement at all. */
export type IacJudgement = { verdict: 'pass' } | IacFailure | IacUndecided;

/** The verdict hangs on a value that the tree does not hold. */
export interface IacUndecided {
  verdict: 'unknown';
  at: SourcePlace;
  /** As written: `var.acl`. */
  expression: string;
  /** `missing_include`: a file or module that is not in the tree. */
  kind?: 'unresolved' | 'missing_include';
}

export interface IacFailure {
  verdict: 'fail';
  /** The line of the attribute that decides; for an absent one the start of its resource or block. */
  at: SourcePlace;
  /** What is written there, without secrets. */
  evidence: string;
  /** Which part of the resource it is about, where rules join by part: a statement, a port, a job. */
  part?: string;
  /** Further places that belong to it, most telling first; the calls of modules are added. */
  related?: readonly SourcePlace[];
  /** Only where a documented modifier changes them. */
  severity?: Severity;
  confidence?: Confidence;
  /** A corrected snippet in the format of the file. */
  fix?: string;
}

/** A judgement and the resource that it is about. */
export interface JudgedResource {
  resource: IacResource;
  judgement: IacJudgement;
}

/** A rule about infrastructure code: a description, and one predicate over a typed view. */
export interface IacRule extends RuleInfo {
  readonly formats: readonly IacFormat[];
  /** Rules that say the same and more; where one of them fails for the same part of the same resource, this one stays silent. */
  readonly swallowedBy?: readonly string[];
  judge(estate: IacEstate): Iterable<JudgedResource>;
}

interface RuleOver<Subject> extends Omit<IacRule, 'family' | 'judge'> {
  readonly view: IacView<Subject>;
  /** Several judgements where a subject has several places. */
  check(subject: Subject, resource: IacResource, estate: IacEstate): Iterable<IacJudgement> | IacJudgement | undefined;
}

/** A rule over one view. */
export function iacRule<Subject>({ view, check, ...info }: RuleOver<Subject>): IacRule {
  return {
    ...info,
    family: 'iac',
    *judge(estate) {
      for (const { resource, subject } of estate.view(view)) {
        const judged = check(subject, resource, estate);
        if (judged === undefined) continue;
        for (const judgement of 'verdict' in judged ? [judged] : judged) yield { resource, judgement: certain(resource, judgement) };
      }
    },
  };
}

/** Whoever cannot tell whether a resource is there cannot tell that something is wrong with it. */
function certain({ condition }: IacResource, judgement: IacJudgement): IacJudgement {
  return condition === undefined || judgement.verdict !== 'fail'
    ? judgement
    : { verdict: 'unknown', at: judgement.at, expression: condition };
}
