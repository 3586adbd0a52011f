import { describe, expect, it } from 'vitest';
import { hitSeverity, judgeText } from '../../../src/detect/text/judge.js';
import { meetsThreshold } from '../../../src/model/severity.js';
import { type TextCase, textCases } from '../../support/text-cases.js';

/**
 * Orders that this judge does not call high, and why: provenance that is only unknown counts as medium (rce-02, sup-02, trg-01,
 * s2-14), code in a fence and steps of a list are judged with the skill they belong to (exf-03, exf-15 and the rest).
 */
const LEFT_TO_OTHERS = new Set(
  (
    'rce-02 sup-02 trg-01 s2-14 exf-03 exf-15 s2-12 s2-13 s2-43 s2-49 ' +
    'per-01 per-02 per-08 per-11 apr-04 apr-05 des-03 sup-01 crd-01 crd-08'
  ).split(' '),
);

const cases = textCases();
const rows = (wanted: (each: TextCase) => boolean) => cases.filter(wanted).map((each) => [each.id, each] as const);

function grave({ document }: TextCase): string[] {
  return judgeText(document)
    .filter((hit) => meetsThreshold(hitSeverity(hit), 'high'))
    .map(({ rule, evidence }) => `${rule}: ${evidence}`);
}

describe('orders against the user', () => {
  it.each(rows(({ hostile, id }) => hostile && !LEFT_TO_OTHERS.has(id)))('%s is grave', (_, each) => {
    expect(grave(each)).not.toEqual([]);
  });
});

describe('honest texts that look like orders', () => {
  it.each(rows(({ hostile }) => !hostile))('%s is not grave', (_, each) => {
    expect(grave(each)).toEqual([]);
  });
});
