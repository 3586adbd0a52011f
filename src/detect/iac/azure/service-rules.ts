import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, ask, failIf, isOneOf, isTrueWord, itemsOf, member, not, textOf, unknown } from '../contract/values.js';
import { allOf, blocksOf, firstSet, isInternet, isOff, isOn, shown, typeRule } from '../views/terraform.js';

const LEARN = 'https://learn.microsoft.com/azure/';

const DATABASES = [
  'azurerm_mssql_server',
  'azurerm_postgresql_server',
  'azurerm_postgresql_flexible_server',
  'azurerm_mysql_server',
  'azurerm_mysql_flexible_server',
  'azurerm_mariadb_server',
  'azurerm_cosmosdb_account',
];

const databasePublic = typeRule({
  id: 'azure-database-public',
  title: 'Database server with public network access',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The network no longer stands before the database: a password, a key or a flaw of the service is enough.',
  fix: 'public_network_access_enabled = false',
  references: ['CWE-668', `${LEARN}azure-sql/database/connectivity-settings`],
  types: DATABASES,
  check(resource) {
    const { body, at, type } = resource;
    if (type.endsWith('_flexible_server') && member(body, 'delegated_subnet_id')) return { verdict: 'pass' };
    const access = firstSet(body, ['public_network_access_enabled', 'public_network_access']);
    const open = not(ask(access, (value) => value === 'Disabled' || isOneOf(['false'])(value), { is: false, at }));
    return failIf(open, {
      ...(access === undefined && { at }),
      evidence: shown(resource, 'public_network_access_enabled', access),
      fix: 'public_network_access_enabled = false',
      ...(isFiltered(body) && { severity: 'low' as const }),
    });
  },
});

/** Cosmos DB that lets in listed addresses and networks only. */
function isFiltered(body: IacValue): boolean {
  const filtered = member(body, 'is_virtual_network_filter_enabled');
  const addresses = member(body, 'ip_range_filter');
  return filtered?.kind === 'scalar' && isTrueWord(filtered.value) && addresses !== undefined && textOf(addresses) !== '';
}

const purgeProtection = typeRule({
  id: 'azure-keyvault-purge-protection',
  title: 'Key vault can be purged',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Whoever may delete the vault may also make the loss of its keys, and of all they encrypt, final.',
  fix: 'purge_protection_enabled = true',
  references: [`${LEARN}key-vault/general/soft-delete-overview`],
  types: ['azurerm_key_vault'],
  check(resource) {
    const protectedBy = member(resource.body, 'purge_protection_enabled');
    return failIf(not(isOn(protectedBy, false, resource.at)), {
      evidence: shown(resource, 'purge_protection_enabled', protectedBy),
      fix: 'purge_protection_enabled = true',
    });
  },
});

const ACLS_FIX = `network_acls {
  default_action = "Deny"
  bypass         = "AzureServices"
}`;

const vaultOpen = typeRule({
  id: 'azure-keyvault-network-open',
  title: 'Key vault open to all networks',
  severity: 'medium',
  confidence: 'high',
  rationale: 'A stolen token reads the secrets from anywhere.',
  fix: ACLS_FIX,
  references: ['CWE-668', `${LEARN}key-vault/general/network-security`],
  types: ['azurerm_key_vault'],
  check(resource) {
    const { body, at } = resource;
    const { blocks, rest } = blocksOf(body, 'network_acls');
    const open = not(isOff(member(body, 'public_network_access_enabled'), false, at));
    const [acls] = blocks;
    if (acls === undefined) {
      const without: Answer = rest ? unknown(rest) : { is: 'yes', at };
      return failIf(all([open, without], at), { at, evidence: shown(resource, 'network_acls', undefined), fix: ACLS_FIX });
    }
    const action = member(acls, 'default_action');
    const allows = ask(action, isOneOf(['Allow']), { is: false, at: acls.at });
    return failIf(all([open, allows], at), {
      at: action?.at ?? acls.at,
      evidence: shown(resource, 'default_action', action),
      fix: 'default_action = "Deny"',
    });
  },
});

const CLUSTER = ['azurerm_kubernetes_cluster'];

const aksRbac = typeRule({
  id: 'azure-aks-rbac-off',
  title: 'AKS without RBAC',
  severity: 'high',
  confidence: 'high',
  rationale: 'Everybody who reaches the API is administrator of the cluster.',
  fix: 'role_based_access_control_enabled = true',
  references: ['CWE-862', `${LEARN}aks/concepts-identity`],
  types: CLUSTER,
  check(resource) {
    const { body, at } = resource;
    const enabled = firstSet(body, ['role_based_access_control_enabled']) ?? member(body, 'role_based_access_control', 'enabled');
    return failIf(isOff(enabled, false, at), {
      evidence: shown(resource, 'role_based_access_control_enabled', enabled),
      fix: 'role_based_access_control_enabled = true',
    });
  },
});

const API_FIX = `api_server_access_profile {
  authorized_ip_ranges = ["198.51.100.0/24"]
}`;

const aksPublicApi = typeRule({
  id: 'azure-aks-public-api',
  title: 'AKS API open to the internet',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Each flaw of the API server, and each stolen credential, can be used from anywhere.',
  fix: API_FIX,
  references: ['CWE-284', `${LEARN}aks/api-server-authorized-ip-ranges`],
  types: CLUSTER,
  check(resource) {
    const { body, at } = resource;
    const ranges = member(body, 'api_server_authorized_ip_ranges') ?? member(body, 'api_server_access_profile', 'authorized_ip_ranges');
    const closed = isOn(member(body, 'private_cluster_enabled'), false, at);
    return failIf(all([not(closed), unlimited(ranges, resource)], at), {
      at: ranges?.at ?? at,
      evidence: shown(resource, 'authorized_ip_ranges', ranges),
      fix: API_FIX,
    });
  },
});

/** No range at all, or the whole internet. */
function unlimited(ranges: IacValue | undefined, { at }: IacResource): Answer {
  const { items, rest } = itemsOf(ranges);
  if (ranges === undefined || (items.length === 0 && rest === undefined)) return { is: 'yes', at };
  if (items.length === 0 && rest) return unknown(rest);
  return isInternet([ranges], new Set(), at);
}

const acrAdmin = typeRule({
  id: 'azure-acr-admin',
  title: 'Registry with its admin user',
  severity: 'medium',
  confidence: 'high',
  rationale: 'One password that cannot be told apart by user may pull and push every image.',
  fix: 'admin_enabled = false',
  references: ['CWE-798', `${LEARN}container-registry/container-registry-authentication`],
  types: ['azurerm_container_registry'],
  check(resource) {
    const enabled = member(resource.body, 'admin_enabled');
    return failIf(isOn(enabled, false, resource.at), { evidence: shown(resource, 'admin_enabled', enabled), fix: 'admin_enabled = false' });
  },
});

const APPS = ['azurerm_app_service', 'azurerm_linux_web_app', 'azurerm_windows_web_app', 'azurerm_function_app'].concat(
  'azurerm_linux_function_app',
  'azurerm_windows_function_app',
);

const appHttp = typeRule({
  id: 'azure-appservice-http',
  title: 'App accepts plain HTTP',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Session tokens and data pass networks in the clear.',
  fix: 'https_only = true',
  references: ['CWE-319', `${LEARN}app-service/configure-ssl-bindings`],
  types: APPS.flatMap((type) => [type, `${type}_slot`]),
  check(resource) {
    const only = member(resource.body, 'https_only');
    return failIf(not(isOn(only, false, resource.at)), { evidence: shown(resource, 'https_only', only), fix: 'https_only = true' });
  },
});

const vmPassword = typeRule({
  id: 'azure-vm-password-auth',
  title: 'Linux machine with password login',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Passwords can be guessed, keys cannot.',
  fix: 'disable_password_authentication = true',
  references: ['CWE-521', `${LEARN}virtual-machines/linux/create-ssh-keys-detailed`],
  types: [
    'azurerm_linux_virtual_machine',
    'azurerm_linux_virtual_machine_scale_set',
    'azurerm_virtual_machine',
    'azurerm_virtual_machine_scale_set',
  ],
  *check(resource) {
    const { body, at, type } = resource;
    const configs = type.startsWith('azurerm_linux') ? { blocks: [body] } : blocksOf(body, 'os_profile_linux_config');
    for (const config of configs.blocks) {
      const disabled = member(config, 'disable_password_authentication');
      yield failIf(isOff(disabled, false, at), {
        evidence: shown(resource, 'disable_password_authentication', disabled),
        fix: 'disable_password_authentication = true',
      });
    }
    if ('rest' in configs && configs.rest) yield { verdict: 'unknown', at: configs.rest.at, expression: configs.rest.expression };
  },
});

const ownerRole = typeRule({
  id: 'azure-custom-owner-role',
  title: 'Custom role with every action',
  severity: 'high',
  confidence: 'high',
  rationale: 'It is Owner under another name, and nobody who reviews the owners sees it.',
  fix: 'actions = ["Microsoft.Resources/subscriptions/resourceGroups/read"] # the actions that are needed',
  references: ['CWE-250', `${LEARN}role-based-access-control/custom-roles`],
  types: ['azurerm_role_definition'],
  *check({ body, at }) {
    const { blocks, rest } = blocksOf(body, 'permissions');
    const severity = isGroupScope(body) ? { severity: 'medium' as const } : {};
    for (const permission of blocks) {
      const { items, rest: more } = itemsOf(member(permission, 'actions'));
      const every = any(
        [...items.map((item) => ask(item, (value) => value === '*', { is: false, at })), ...(more ? [unknown(more)] : [])],
        at,
      );
      yield failIf(every, { evidence: 'actions = ["*"]', ...severity });
    }
    if (rest) yield { verdict: 'unknown', at: rest.at, expression: rest.expression };
  },
});

/** Every scope of the role is a resource group, or a thing in one. */
function isGroupScope(body: IacValue): boolean {
  const assignable = allOf(member(body, 'assignable_scopes'));
  const scopes = assignable.length > 0 ? assignable : allOf(member(body, 'scope'));
  return scopes.length > 0 && scopes.every(isInGroup);
}

function isInGroup(scope: IacValue): boolean {
  const text = scope.kind === 'unknown' ? (scope.pieces ?? []).join('') : (textOf(scope) ?? '');
  return /\/resourceGroups\//i.test(text) || (scope.refersTo ?? []).some((address) => address.includes('azurerm_resource_group.'));
}

/** Rules about databases, vaults, clusters, registries, apps, machines and roles. */
export const serviceRules: readonly IacRule[] = [
  databasePublic,
  purgeProtection,
  vaultOpen,
  aksRbac,
  aksPublicApi,
  acrAdmin,
  appHttp,
  vmPassword,
  ownerRole,
];
