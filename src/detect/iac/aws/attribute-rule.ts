import type { Confidence } from '../../../model/finding.js';
import type { IacFormat, IacValue } from '../../../model/iac.js';
import type { Severity } from '../../../model/severity.js';
import type { IacEstate, IacView } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, ask, failIf, type Test, textOf, unknown } from '../contract/values.js';
import type { Syntax, Thing } from '../views/typed.js';

export const awsFormats: readonly IacFormat[] = ['terraform', 'terraform-plan', 'cloudformation'];

/** What an attribute that is not there means: the documented default, or nobody can tell (with the reason). */
export type Absent = 'faulty' | 'right' | { unknown: string };

export type Fixes = Readonly<Record<Syntax, string>>;

interface AttributeRule<Field extends string> extends Omit<IacRule, 'family' | 'judge' | 'formats' | 'fix'> {
  readonly view: IacView<Thing<Field>>;
  readonly field: Field;
  readonly faulty: Test;
  readonly absent: Absent | ((thing: Thing<Field>) => Absent);
  /** Snippets that can be pasted. */
  readonly fixes: Fixes;
  /** An answer that comes first: `no` where the thing is not concerned. Undefined: the attribute decides. */
  unless?(thing: Thing<Field>, estate: IacEstate): Answer | undefined;
  failure?(thing: Thing<Field>, estate: IacEstate): { severity?: Severity; confidence?: Confidence };
}

/** A rule about one attribute of a thing. Types that have no such attribute are not concerned. */
export function attributeRule<Field extends string>({
  field,
  faulty,
  absent,
  fixes,
  unless,
  failure,
  view,
  ...info
}: AttributeRule<Field>): IacRule {
  return iacRule({
    ...info,
    fix: fixes.terraform,
    formats: awsFormats,
    view,
    check(thing, _resource, estate) {
      if (!thing.has(field)) return undefined;
      const value = thing.get(field);
      const answer =
        unless?.(thing, estate) ?? attributeAnswer(value, faulty, typeof absent === 'function' ? absent(thing) : absent, thing);
      return failWith(answer, thing, { evidence: shownAs(value, field, thing), fixes, ...failure?.(thing, estate) });
    },
  });
}

export function attributeAnswer(value: IacValue | undefined, faulty: Test, absent: Absent, { at }: Pick<Thing<string>, 'at'>): Answer {
  if (value === undefined && typeof absent === 'object') return unknown({ expression: absent.unknown, at });
  return ask(value, faulty, { is: absent === 'faulty', at });
}

interface Said {
  evidence: string;
  fixes: Fixes;
  severity?: Severity;
  confidence?: Confidence;
  part?: string;
}

/** The judgement with the fix in the language of the file. */
export function failWith(answer: Answer, { syntax }: Pick<Thing<string>, 'syntax'>, { fixes, ...said }: Said): IacJudgement {
  return failIf(answer, { ...said, fix: fixes[syntax] });
}

function shownAs<Field extends string>(value: IacValue | undefined, field: Field, thing: Thing<Field>): string {
  const { resource, syntax } = thing;
  const name = thing.nameOf(field);
  if (value === undefined) return `${resource.type} ${resource.name} without ${name}`;
  return `${name}${syntax === 'terraform' ? ' =' : ':'} ${textOf(value) ?? '…'}`;
}
