import { expect, it } from 'vitest';
import { timesOf } from '../../../src/control-plane/ground/ground.js';

it('takes several times from one reading of a clock that goes on', () => {
  let now = 0;
  const [from, until] = timesOf({ clock: () => (now += 7) }, 0, 60_000);
  expect(Date.parse(until) - Date.parse(from)).toBe(60_000);
});
