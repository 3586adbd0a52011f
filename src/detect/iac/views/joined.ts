import type { IacRule } from '../contract/iac-rule.js';

/** One rule whose subjects come from several views. */
export function joined(first: IacRule, ...others: readonly IacRule[]): IacRule {
  return {
    ...first,
    *judge(estate) {
      for (const part of [first, ...others]) yield* part.judge(estate);
    },
  };
}
