import { expect, it } from 'vitest';
import { foundBy, scanTexts } from '../../support/scan-texts.js';

const RULE = 'k8s-network-policy-allow-all';

function policy(spec: string): string {
  return `apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: web, namespace: shop }\nspec: ${spec}\n`;
}

it.each([
  ['open both ways', '{ podSelector: {}, ingress: [{}], egress: [{}] }', ['4 medium high']],
  [
    'open to the outside, narrow to the inside',
    '{ podSelector: {}, ingress: [{ from: [{ podSelector: {} }] }], egress: [{}] }',
    ['4 low high'],
  ],
  ['open to the outside, closed to the inside', '{ podSelector: {}, policyTypes: [Ingress, Egress], egress: [{}] }', ['4 low high']],
  ['about the outside alone, and open', '{ podSelector: {}, policyTypes: [Egress], egress: [{}] }', ['4 medium high']],
  ['not about the way that its rules open', '{ podSelector: {}, policyTypes: [Egress], ingress: [{}] }', []],
  ['with an empty list of types', '{ podSelector: {}, policyTypes: [], ingress: [{}] }', ['4 medium high']],
])('a network policy %s', async (_, spec, found) => {
  expect(foundBy(await scanTexts({ 'policy.yaml': policy(spec) }), RULE)).toEqual(found);
});
