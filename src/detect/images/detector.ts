import { stepwise } from '../contract/detector.js';
import { judgeSteps } from '../contract/rule.js';
import { imageRules } from './registry.js';

/** Findings about images themselves: how they are configured, how they were made, and what their files allow. */
export const images = stepwise('images', ({ inventory, unjudged }) =>
  judgeSteps(imageRules, inventory.evidence.images, ({ reference }, failure) =>
    unjudged?.({ collector: 'image', target: reference, path: reference, ...failure }),
  ),
);
