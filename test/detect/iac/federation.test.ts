import { expect, it } from 'vitest';
import { foundBy, scanTexts } from '../../support/scan-texts.js';

const ISSUER = 'https://token.actions.githubusercontent.com';

async function ofResource(type: string, body: string) {
  return foundBy(await scanTexts({ 'main.tf': `resource "${type}" "ci" {\n${body}\n}\n` }), 'iam-oidc-unscoped');
}

it.each([
  ['azuread_application_federated_identity_credential', 'subject = "repo:org/name:ref:refs/heads/main"', []],
  ['azurerm_federated_identity_credential', 'subject = "repo:org/*"', ['3 high high']],
  ['azurerm_federated_identity_credential', 'subject = var.subject', []],
  ['azurerm_federated_identity_credential', '', ['1 high high']],
  [
    'azuread_application_flexible_federated_identity_credential',
    `claims_matching_expression = "claims['sub'] matches 'repo:org/name:ref:refs/heads/*'"`,
    [],
  ],
  [
    'azuread_application_flexible_federated_identity_credential',
    `claims_matching_expression = "claims['sub'] matches 'repo:*/name:*'"`,
    ['3 high high'],
  ],
] as const)('%s with %s', async (type, attribute, found) => {
  expect(await ofResource(type, `issuer = "${ISSUER}"\n${attribute}`)).toEqual(found);
});

it.each([
  ['', ['1 high high']],
  [`attribute_condition = "assertion.repository == 'org/name'"`, []],
  [`attribute_condition = "assertion.repository_owner == 'org'"`, ['3 low high']],
  [`attribute_condition = "assertion.sub.startsWith('repo:org/')"`, ['3 low high']],
  [`attribute_condition = "assertion.actor != 'x'"`, ['3 high high']],
  ['attribute_condition = var.condition', []],
])('a pool of identities of Google with %s', async (attribute, found) => {
  const body = `oidc {  issuer_uri = "${ISSUER}" }\n${attribute}`;
  expect(await ofResource('google_iam_workload_identity_pool_provider', body)).toEqual(found);
});

it('other issuers are no forge', async () => {
  expect(await ofResource('azurerm_federated_identity_credential', 'issuer = "https://oidc.example.com/token.actions"')).toEqual([]);
});
