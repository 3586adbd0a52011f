import { describe, expect, it } from 'vitest';
import { FairSlots } from '../../../src/control-plane/limits/fair-slots.js';

/** Work that ends when it is told to, and the order in which it began. */
function bench(places: number, most = 100) {
  const slots = new FairSlots(places, most);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (tenant: string, name: string) =>
    slots.run(tenant, () => {
      began.push(name);
      return new Promise<void>((end) => ends.push(end));
    });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async () => {
    ends.shift()?.();
    await settled();
  };
  return { ask, began, endOne, settled };
}

describe('places that tenants share', () => {
  it('go round the tenants, however many one of them asks for', async () => {
    const { ask, began, endOne } = bench(1);
    for (let count = 1; count <= 8; count++) void ask('loud', `loud ${count}`);
    void ask('quiet', 'quiet');
    void ask('other', 'other');
    for (let count = 0; count < 4; count++) await endOne();
    expect(began).toEqual(['loud 1', 'loud 2', 'quiet', 'other']);
  });

  it('leave one to whoever comes next, where there are several', async () => {
    const { ask, began, endOne, settled } = bench(2);
    void ask('loud', 'loud 1');
    void ask('loud', 'loud 2');
    void ask('quiet', 'quiet');
    await settled();
    expect(began).toEqual(['loud 1', 'quiet']);
    await endOne();
    expect(began).toEqual(['loud 1', 'quiet', 'loud 2']);
  });

  it('refuse a tenant of whom too much waits, and nobody else', async () => {
    const { ask, began, settled } = bench(1, 2);
    for (let count = 1; count <= 3; count++) void ask('loud', `loud ${count}`);
    await expect(ask('loud', 'loud 4')).rejects.toMatchObject({ status: 503 });
    void ask('quiet', 'quiet');
    await settled();
    expect(began).toEqual(['loud 1']);
  });

  it('are free again after work that fails', async () => {
    const slots = new FairSlots(1, 1);
    await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run('a', async () => 1)).toBe(1);
  });
});
