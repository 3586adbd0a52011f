import type { PolicyStatement } from './policy.js';

/** Who may assume a role. */
export interface Trust {
  anyone: boolean;
  /** Numbers of other accounts. */
  accounts: string[];
  services: string[];
  /** Names of identity providers of federated callers. */
  providers: string[];
  /** Somebody who is not of the account gets in. */
  outsiders: boolean;
  /** Every statement that lets another account in asks for an external id. */
  asksExternalId: boolean;
}

export function trustOf(statements: readonly PolicyStatement[], account: string): Trust {
  const allows = statements.filter(({ isAllow }) => isAllow);
  const named = (kind: string) =>
    [
      ...new Set(
        allows.flatMap(({ principals }) => principals.filter((one) => one.startsWith(`${kind}:`)).map((one) => one.slice(kind.length + 1))),
      ),
    ].sort();
  const outsiders = (statement: PolicyStatement) =>
    statement.principals.flatMap((one) => (one.startsWith('AWS:') ? [accountOf(one.slice(4))] : [])).filter((one) => one !== account);
  const letIn = allows.filter((one) => outsiders(one).length > 0 || one.principals.includes('*'));
  return {
    anyone: allows.some((one) => one.principals.includes('*') && !one.isConditional),
    accounts: [...new Set(allows.flatMap(outsiders))].sort(),
    services: named('Service'),
    providers: named('Federated'),
    outsiders: letIn.length > 0 || allows.some(takesAnySubject),
    asksExternalId: letIn.every(({ condition }) => /sts:externalid/i.test(condition)) && !allows.some(takesAnySubject),
  };
}

function accountOf(principal: string): string {
  return /^\d{12}$/.test(principal) ? principal : (principal.split(':')[4] ?? principal);
}

/** An identity provider that is not a cluster of the account, without a word about whom of its people is meant. */
function takesAnySubject({ principals, condition }: PolicyStatement): boolean {
  const isForeign = principals.some((one) => one.startsWith('Federated:') && !/oidc\.eks\.|:saml-provider\//.test(one));
  return isForeign && !/:(sub|repository|project_path)"/i.test(condition);
}
