import type { IacResource } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import type { IacJudgement, IacRule } from '../contract/iac-rule.js';
import { all, any, ask, failIf, isOneOf, member, not, unknown } from '../contract/values.js';
import { majorsOf } from '../views/provider-version.js';
import { keysIn, keysOf } from '../views/references.js';
import { allOf, blocksOf, firstSet, isOff, isOn, shown, typeRule } from '../views/terraform.js';

const LEARN = 'https://learn.microsoft.com/azure/storage/';

const OPEN_LEVELS = isOneOf(['blob', 'container']);

const publicBlob = typeRule({
  id: 'azure-storage-public-blob',
  title: 'Storage container readable by everybody',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Whoever knows or guesses the address reads the blobs, without any account.',
  fix: 'container_access_type = "private"',
  references: ['CWE-732', `${LEARN}blobs/anonymous-read-access-prevent`],
  types: ['azurerm_storage_container', 'azurerm_storage_account'],
  check(resource) {
    const { type, body, at } = resource;
    if (type === 'azurerm_storage_container') {
      const level = member(body, 'container_access_type');
      const open = ask(level, OPEN_LEVELS, { is: false, at });
      return failIf(open, { evidence: shown(resource, 'container_access_type', level), fix: 'container_access_type = "private"' });
    }
    const names = ['allow_nested_items_to_be_public', 'allow_blob_public_access'];
    const allowed = firstSet(body, names);
    if (allowed === undefined) return withoutSwitch(resource);
    return failIf(isOn(allowed, false, at), {
      evidence: shown(resource, 'allow_nested_items_to_be_public', allowed),
      severity: 'medium',
      fix: 'allow_nested_items_to_be_public = false',
    });
  },
});

/** The default was off, then on; what it is now depends on when the account was made. */
function withoutSwitch({ versions, at }: IacResource): IacJudgement {
  const majors = majorsOf(versions.azurerm);
  if (majors && (majors.most < 3 || majors.least >= 4)) return { verdict: 'pass' };
  return { verdict: 'unknown', at, expression: 'allow_nested_items_to_be_public, which is not set' };
}

const plainHttp = typeRule({
  id: 'azure-storage-http',
  title: 'Storage account accepts plain HTTP',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Keys, tokens and data pass networks in the clear.',
  fix: 'https_traffic_only_enabled = true',
  references: ['CWE-319', `${LEARN}common/storage-require-secure-transfer`],
  types: ['azurerm_storage_account'],
  check(resource) {
    const only = firstSet(resource.body, ['https_traffic_only_enabled', 'enable_https_traffic_only']);
    return failIf(isOff(only, false, resource.at), {
      evidence: shown(resource, 'https_traffic_only_enabled', only),
      fix: 'https_traffic_only_enabled = true',
    });
  },
});

const oldTls = typeRule({
  id: 'azure-storage-tls',
  title: 'Storage account allows old TLS',
  severity: 'low',
  confidence: 'high',
  rationale: 'TLS 1.0 and 1.1 can be downgraded and have known weaknesses.',
  fix: 'min_tls_version = "TLS1_2"',
  references: ['CWE-327', `${LEARN}common/transport-layer-security-configure-minimum-version`],
  types: ['azurerm_storage_account'],
  check(resource) {
    const { versions, at, body } = resource;
    const least = member(body, 'min_tls_version');
    const majors = majorsOf(versions.azurerm);
    if (least === undefined && (majors === undefined || (majors.least < 3 && majors.most >= 3)))
      return { verdict: 'unknown', at, expression: 'min_tls_version, whose default depends on the version of azurerm' };
    const old = ask(least, isOneOf(['TLS1_0', 'TLS1_1']), { is: (majors?.most ?? 3) < 3, at });
    return failIf(old, { evidence: shown(resource, 'min_tls_version', least), fix: 'min_tls_version = "TLS1_2"' });
  },
});

const NETWORK_FIX = `network_rules {
  default_action = "Deny"
  bypass         = ["AzureServices"]
}`;

const networkOpen = typeRule({
  id: 'azure-storage-network-open',
  title: 'Storage account open to all networks',
  severity: 'medium',
  confidence: 'high',
  rationale: 'A leaked key or shared access signature works from anywhere.',
  fix: NETWORK_FIX,
  references: ['CWE-668', `${LEARN}common/storage-network-security`],
  types: ['azurerm_storage_account', 'azurerm_storage_account_network_rules'],
  check(resource, estate) {
    const { type, body, at } = resource;
    const inline = type === 'azurerm_storage_account' ? blocksOf(body, 'network_rules') : { blocks: [body] };
    const closed = isOff(member(body, 'public_network_access_enabled'), false, at);
    if (inline.rest) return failIf(all([not(closed), unknown(inline.rest)], at), { evidence: '' });
    const rules = inline.blocks[0];
    if (rules === undefined) return withoutRules(resource, estate);
    const action = member(rules, 'default_action');
    const open = all([ask(action, isOneOf(['Allow']), { is: false, at: rules.at }), not(closed)], rules.at);
    return failIf(open, {
      evidence: shown(resource, 'default_action', action),
      fix: 'default_action = "Deny"',
      ...(action && { at: action.at }),
    });
  },
});

function withoutRules(account: IacResource, estate: IacEstate): IacJudgement | undefined {
  const { at, body } = account;
  const named = (type: string, attribute: string) =>
    estate.withAnyKey(
      `${type} by references in ${attribute}`,
      keysOf(account),
      () => estate.ofType(type),
      (other) => allOf(member(other.body, ...attribute.split('.'))).flatMap((item) => keysIn(other.root, item, [])),
    ).length > 0;
  if (named('azurerm_storage_account_network_rules', 'storage_account_id')) return undefined;
  const open = not(isOff(member(body, 'public_network_access_enabled'), false, at));
  if (named('azurerm_private_endpoint', 'private_service_connection.private_connection_resource_id'))
    return failIf(all([open, { is: 'unknown', at, expression: 'network_rules, beside a private endpoint' }], at), { evidence: '' });
  return failIf(any([open], at), { at, evidence: shown(account, 'network_rules', undefined), fix: NETWORK_FIX });
}

/** Rules about storage accounts. */
export const storageRules: readonly IacRule[] = [publicBlob, plainHttp, oldTls, networkOpen];
