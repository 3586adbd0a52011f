import type { IacResource, SourcePlace } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacFailure, type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, failIf, textOf } from '../contract/values.js';
import type { IamStatement, Listed } from './iam-document.js';
import { type IamPolicy, iamPolicies, type PolicyPurpose, policyFormats } from './iam-policies.js';

type Failure = Omit<IacFailure, 'verdict' | 'at'> & { at?: SourcePlace };

interface StatementRule extends Omit<IacRule, 'family' | 'judge' | 'formats'> {
  /** The policies that it is about. */
  readonly purposes: readonly PolicyPurpose[];
  /** Whether the statement is faulty. Undefined: the rule does not concern it. */
  faulty(statement: IamStatement, policy: IamPolicy, resource: IacResource, estate: IacEstate): Answer | undefined;
  /** What differs by statement; the evidence is its actions if none is given. */
  failure?(statement: IamStatement, resource: IacResource, estate: IacEstate): Partial<Failure>;
}

/** A rule over the statements of policies. */
export function statementRule({ purposes, faulty, failure, ...info }: StatementRule): IacRule {
  return iacRule({
    ...info,
    formats: policyFormats,
    view: iamPolicies,
    *check(policy, resource, estate) {
      if (!purposes.includes(policy.purpose)) return;
      const { document, open } = policy;
      if (open) yield { verdict: 'unknown', ...open };
      for (const statement of document?.statements ?? []) {
        const answer = faulty(statement, policy, resource, estate);
        if (!answer) continue;
        const at = placeOf(answer.at, statement, policy, resource);
        const found: Failure = { evidence: said(statement), part: partOf(statement), at, ...failure?.(statement, resource, estate) };
        yield failIf({ ...answer, at }, found);
      }
      if (document?.rest) yield unknownRest(document.rest);
    },
  });
}

function unknownRest({ expression, at }: { expression: string; at: SourcePlace }): IacJudgement {
  return { verdict: 'unknown', at, expression };
}

export function partOf({ at }: IamStatement): string {
  return `statement at ${at.path}:${at.line}`;
}

/** A policy of a thing that is written elsewhere is faulty where the thing takes it. */
function placeOf(at: SourcePlace, { at: statement }: IamStatement, policy: IamPolicy, { at: start, endLine }: IacResource): SourcePlace {
  const place = at.path === '' ? statement : at;
  if (policy.purpose === 'identity' || policy.purpose === 'trust' || policy.purpose === 'limit') return place;
  return place.path === start.path && place.line >= start.line && place.line <= endLine ? place : policy.at;
}

/** `Action "iam:PassRole", … on "*"`. */
export function said({ actions, notActions, resources, principals, notPrincipals }: IamStatement): string {
  const people = principals ?? notPrincipals;
  return [
    actions && `Action ${listOf(actions)}`,
    notActions && `NotAction ${listOf(notActions)}`,
    resources && `Resource ${listOf(resources)}`,
    people && `${principals ? 'Principal' : 'NotPrincipal'} ${listOf({ at: people.at, items: people.items.map(({ value }) => value) })}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

const SHOWN = 3;

function listOf({ items }: Listed): string {
  const texts = items.map((item) => textOf(item) ?? (item.kind === 'unknown' ? item.expression : '…'));
  return `${texts.slice(0, SHOWN).join(' ')}${texts.length > SHOWN ? ' …' : ''}`;
}
