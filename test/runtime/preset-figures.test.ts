import { describe, expect, it } from 'vitest';
import { detectorOfRule } from '../../bench/accuracy/runtime/call-cases.js';
import { keptFigures, LEAST_TO_DENY } from '../../bench/accuracy/runtime/figures.js';
import { type Detectors, presetNames, presets } from '../../src/runtime/judge/presets.js';

/** What `npm run accuracy -- runtime` measures of each detector of a preset. */
const MEASURED: Readonly<Record<keyof Detectors, readonly string[]>> = {
  drift: ['drift, new', 'drift, renamed', 'drift, changed', 'cross-server shadowing', 'drift of instructions'],
  undeclared: ['undeclared tool'],
  secret_arguments: ['secret in arguments'],
  secret_results: ['secret in a result'],
  hidden_text: ['hidden text in a result'],
  sequence: ['sequence'],
};

const figures = keptFigures();

function isTrusted(names: readonly string[]): boolean {
  return names.every((name) => {
    const figure = figures[name];
    return figure !== undefined && figure.precision >= LEAST_TO_DENY && figure.silence >= LEAST_TO_DENY;
  });
}

const levels = presetNames.flatMap((name) =>
  (Object.keys(MEASURED) as (keyof Detectors)[]).map((detector) => [name, detector, presets[name].detectors[detector]] as const),
);
const rules = presetNames.flatMap((name) => presets[name].policy.rules.map(({ id, effect }) => [name, id, effect] as const));

describe('a preset', () => {
  it.each(levels)('%s only warns by a detector that was measured below the bound: %s, %s', (_, detector, level) => {
    expect(level === 'off' || level === 'warn' || isTrusted(MEASURED[detector])).toBe(true);
  });

  it.each(rules)('%s only warns by a rule that was measured below the bound: %s, %s', (_, id, effect) => {
    const detector = detectorOfRule(id);
    expect(effect !== 'deny' || (detector !== undefined && isTrusted([detector]))).toBe(true);
  });

  it('is held against figures of every detector that is measured', () => {
    const named = [...Object.values(MEASURED).flat(), 'drift, removed', 'path to credentials', 'address of metadata'];
    expect(Object.keys(figures).sort()).toEqual(named.sort());
  });
});
