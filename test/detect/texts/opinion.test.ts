import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FEATURE_BITS } from '../../../src/detect/text/opinion/collector.js';
import { cellsOf, LOOK_BITS, packModel, scoreOf, unpackModel } from '../../../src/detect/text/opinion/model.js';
import { signsOf } from '../../../src/detect/text/opinion/signs.js';
import { tokensOf } from '../../../src/detect/text/opinion/tokens.js';
import { Words } from '../../../src/detect/text/reading/words.js';
import { factsOf } from './judge-specimen.js';
import { type Passage, passagesIn, specimenOfPassage } from './passages.js';

const passages = passagesOf('judging');

function passagesOf(name: string): Passage[] {
  return [...passagesIn(readFileSync(new URL(`../../../bench/learn/corpus/${name}.jsonl`, import.meta.url), 'utf8'))];
}

/** Least shares of the hostile ones that are found, and shares of the ordinary ones that fewer are: as alarms, and with any finding. */
describe.each([
  { name: 'judging', alarms: 0.53, seen: 0.63, falseAlarms: 0.06, falselySeen: 0.12 },
  { name: 'judging-2', alarms: 0.5, seen: 0.57, falseAlarms: 0.03, falselySeen: 0.12 },
  { name: 'judging-3', alarms: 0.42, seen: 0.52, falseAlarms: 0.11, falselySeen: 0.17 },
  { name: 'judging-plain', alarms: 0.76, seen: 0.86, falseAlarms: 0.04, falselySeen: 0.1 },
  { name: 'judging-plain-2', alarms: 0.62, seen: 0.69, falseAlarms: 0.03, falselySeen: 0.1 },
  { name: 'judging-plain-3', alarms: 0.44, seen: 0.51, falseAlarms: 0.05, falselySeen: 0.08 },
])('passages that no rule and no weight was made with: $name', ({ name, alarms, seen, falseAlarms, falselySeen }) => {
  const judged = passagesOf(name).map((passage) => ({ passage, facts: factsOf(specimenOfPassage(passage)) }));
  const share = (label: Passage['label'], met: (each: (typeof judged)[number]) => boolean) => {
    const all = judged.filter(({ passage }) => passage.label === label);
    return all.filter(met).length / all.length;
  };
  const isAlarm = ({ facts }: (typeof judged)[number]) =>
    facts.some(({ severity, confidence }) => (severity === 'high' || severity === 'critical') && confidence !== 'low');
  const isSeen = ({ facts }: (typeof judged)[number]) => facts.some(({ severity }) => severity !== 'low' && severity !== 'none');

  it('are alarms, or at least suspicious, where they are hostile', () => {
    expect(share('hostile', isAlarm)).toBeGreaterThan(alarms);
    expect(share('hostile', isSeen)).toBeGreaterThan(seen);
  });

  it('are quiet where they are ordinary', () => {
    expect(share('ordinary', isAlarm)).toBeLessThan(falseAlarms);
    expect(share('ordinary', isSeen)).toBeLessThan(falselySeen);
  });
});

it('says nothing of key material', () => {
  const bytes = Array.from({ length: 60 }, (_, at) => createHash('sha256').update(String(at)).digest('base64'));
  const text = `Keep this file beside the plans.\n\n${bytes.join('\n')}`;
  const facts = factsOf(specimenOfPassage({ ...(passages[0] as Passage), place: 'skill', text }));
  expect(facts.filter(({ rule }) => rule === 'LRN-01')).toEqual([]);
});

it.each([
  'The private key is stored in `~/.ssh/id_ed25519`; ask the owner before you use it.',
  'Your access tokens are kept in `~/.config/tracker/credentials.json`.',
  'The recovery phrase is located under `~/wallet/seed.txt`.',
])('is not sure of what says only where something lies: %s', (text) => {
  const facts = factsOf(specimenOfPassage({ ...(passages[0] as Passage), place: 'skill', text }));
  expect(facts.filter(({ rule, severity }) => rule === 'LRN-01' && severity === 'high')).toEqual([]);
});

it('says nothing of a picture or a link alone', () => {
  const picture =
    '<figure><img src="https://pictures.example/a%2Fb.png?alt=media&token=9f3b6c1e" alt=""><figcaption></figcaption></figure>';
  const text = `Open the page.\n\n${picture}\n\nSource: https://pictures.example/a%2Fb.png?alt=media&token=9f3b6c1e`;
  const facts = factsOf(specimenOfPassage({ ...(passages[0] as Passage), place: 'skill', text }));
  expect(facts.filter(({ rule }) => rule === 'LRN-01')).toEqual([]);
});

describe('a model', () => {
  const weights = new Float32Array(1 << FEATURE_BITS);
  const OTHER_TAG = 1 << 21;
  [0, 0.01, -0.5, 3, -9, 2].forEach((weight, at) => {
    weights[at] = weight;
  });
  weights[5 + OTHER_TAG] = -3;
  const look = { steps: new Int8Array(1 << LOOK_BITS).fill(-3, 0, 9), unit: 0.25, bias: -6 };
  const model = { cells: cellsOf(weights, 4), largest: 4, bias: -2.5, look };
  const weightOf = (feature: number) => scoreOf(model, Int32Array.of(feature)) - model.bias;

  it('is whole in its bytes', () => {
    expect(unpackModel(packModel(model))).toEqual(model);
    expect(() => unpackModel(new Uint8Array(7))).toThrow(TypeError);
  });

  it('keeps each weight in steps, up to the largest, and leaves the smallest out', () => {
    expect(Math.abs(weightOf(2) + 0.5)).toBeLessThan(0.1);
    expect(Math.abs(weightOf(3) - 3)).toBeLessThan(0.3);
    expect([0, 1, 4].map(weightOf)).toEqual([0, 0, -4]);
  });

  it('gives a feature no weight of another in its cell', () => {
    expect(weightOf(5)).toBe(0);
    expect(weightOf(5 + OTHER_TAG)).toBeCloseTo(-3, 0);
  });
});

it('tells what is said from what is forbidden and what is quoted', () => {
  const modes = tokensOf(Words.of('send it, never send that, but "please do send this"')).filter(
    ({ word }, _, all) => word === all[0]?.word,
  );
  expect(modes.map(({ mode }) => mode)).toEqual([0, 1, 2]);
});

describe('signs of meaning', () => {
  const shared = ([first = '', ...texts]: readonly string[]) =>
    signsOf(first).filter((sign) => texts.every((text) => signsOf(text).includes(sign)));

  it.each([
    [
      'people who are kept in the dark',
      ['the tenants are not to hear of it before june.', 'do it without the members noticing.', 'keep the parents unaware of the fee.'],
      'the parser does not know this dialect.',
    ],
    [
      'an agreement that nobody gave',
      ['by opening the box readers have agreed.', 'silence means yes.', 'the board has cleared all of this.'],
      'ask the board and wait.',
    ],
    [
      'a result that does not depend on what is found',
      ['pass the batch whatever the sample says.', 'no matter the outcome it is green.', 'grade the essay unread.'],
      'grade the essay after reading it.',
    ],
  ])('are shared by sentences of one meaning: %s', (_, texts, other) => {
    const signs = shared(texts);
    expect(signs).not.toEqual([]);
    expect(signsOf(other).filter((sign) => signs.includes(sign))).toEqual([]);
  });
});
