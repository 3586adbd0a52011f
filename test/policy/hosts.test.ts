import { describe, expect, it } from 'vitest';
import { evaluatePolicy } from '../../src/policy/evaluate.js';
import { component, estate } from '../support/estates.js';

/** Servers at these addresses that a rule about the host finds. */
function matched(host: string | string[], addresses: readonly string[]): string[] {
  const [server] = estate([], '').servers;
  const inventory = {
    ...estate([], ''),
    servers: server ? addresses.map((url) => ({ ...server, ref: `server:${url}`, name: url, transport: 'http' as const, url })) : [],
  };
  const rule = { id: 'no-evil', description: 'no evil', action: 'fail' as const, target: 'server' as const, when: { host } };
  const sources = { components: new Map(), ages: new Map(), now: 0 };
  return evaluatePolicy({ source: 'p', rules: [rule] }, inventory, [], sources).flatMap(({ subjects }) => subjects);
}

describe('the condition host', () => {
  const spellings = [
    'https://evil.example/x',
    'https://user:pw@evil.example/x',
    'https://token@evil.example',
    'https://EVIL.example.:443/x',
    'https://good.example@evil.example/',
    'https://evil.example\\@good.example/',
    'https://good.example\\@evil.example/',
    'https://evil。example/',
  ];

  it('finds a host however the address spells it', () => {
    expect(matched(['evil.example'], spellings)).toEqual(spellings);
    expect(matched('Evil.Example.', spellings)).toEqual(spellings);
    expect(matched(['*.example'], ['https://user@a.example/'])).toHaveLength(1);
  });

  it('leaves other hosts alone', () => {
    const others = [
      'https://evil.example.org/',
      'https://notevil.example/',
      'https://evil.example@good.example/',
      'https://good.example/evil.example',
    ];
    expect(matched(['evil.example'], others)).toEqual([]);
  });

  it.each([
    ['::1', 'http://[::1]:3000/'],
    ['[::1]', 'http://[0:0:0:0:0:0:0:1]/'],
    ['127.0.0.1', 'http://0x7f.0.0.1/'],
    ['bücher.example', 'https://xn--bcher-kva.example/'],
    ['xn--bcher-kva.example', 'https://BÜCHER.example/'],
  ])('%s is the host of %s', (host, address) => {
    expect(matched([host], [address])).toEqual([address]);
  });

  it('judges where packages come from in the same way', () => {
    const lodash = component('lodash', '4.17.21', { source: { kind: 'registry', url: 'https://user@Registry.Evil.example./lodash' } });
    const rule = {
      id: 'r',
      description: '',
      action: 'fail' as const,
      target: 'package' as const,
      when: { host: ['registry.evil.example'] },
    };
    const sources = { components: new Map(), ages: new Map(), now: 0 };
    expect(evaluatePolicy({ source: 'p', rules: [rule] }, estate([lodash], lodash.ref), [], sources)).toHaveLength(1);
  });
});
