import type { IacUnknown, IacValue } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { type IacFailure, type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { isTrue } from '../views/kubernetes/body.js';
import { type Container, containers } from '../views/kubernetes/workload.js';

export const passes: IacJudgement = { verdict: 'pass' };

/** Something of a manifest, and what it was made of. */
type Placed = Pick<IacUnknown, 'at' | 'via'>;

export function fails({ at, via }: Placed, evidence: string, more: Pick<IacFailure, 'severity' | 'confidence' | 'part'> = {}): IacFailure {
  return { verdict: 'fail', at, evidence, ...(via && { related: via }), ...more };
}

export function undecided({ at, expression }: Pick<IacUnknown, 'at' | 'expression'>): IacJudgement {
  return { verdict: 'unknown', at, expression };
}

/** A failure where a value is true, however it is written. */
export function trueFails(value: IacValue | undefined, name: string, more?: Pick<IacFailure, 'severity'>): IacJudgement {
  if (value?.kind === 'unknown') return undecided(value);
  return value && isTrue(value) ? fails(value, `${name}: true`, more) : passes;
}

/** What is written, for evidence. */
export function shown(name: string, value: IacValue | undefined): string {
  return value === undefined ? `no ${name}` : `${name}: ${textOf(value) ?? value.kind}`;
}

type RuleOver<Subject> = Omit<Parameters<typeof iacRule<Subject>>[0], 'formats'> & {
  /** A corrected piece of a manifest, to be pasted. */
  snippet?: string;
};

/** A rule about a view of Kubernetes; each of its failures shows how the manifest should read. */
export function kubernetesRule<Subject>({ snippet, check, ...rule }: RuleOver<Subject>): IacRule {
  return iacRule<Subject>({
    ...rule,
    formats: ['kubernetes'],
    *check(subject, resource, estate) {
      for (const judgement of listed(check(subject, resource, estate)))
        yield judgement.verdict === 'fail' && snippet !== undefined
          ? { ...judgement, fix: judgement.fix ?? `${rule.fix}\n\n${snippet}` }
          : judgement;
    },
  });
}

/** A rule about every container. What fails in a container of which nobody knows whether it is there is unknown. */
export function containerRule(rule: Omit<RuleOver<Container>, 'view'> & { view?: IacView<Container> }): IacRule {
  const { check } = rule;
  return kubernetesRule<Container>({
    view: containers,
    ...rule,
    *check(container, resource, estate) {
      const { condition, kind, name } = container;
      for (const judgement of listed(check(container, resource, estate))) {
        if (judgement.verdict !== 'fail') yield judgement;
        else if (condition !== undefined) yield undecided({ at: judgement.at, expression: condition });
        else yield { part: `${kind}/${name}`, ...judgement };
      }
    },
  });
}

function listed(judged: Iterable<IacJudgement> | IacJudgement | undefined): Iterable<IacJudgement> {
  if (judged === undefined) return [];
  return 'verdict' in judged ? [judged] : judged;
}
