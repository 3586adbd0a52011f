import type { CloudConnection } from '../../../model/cloud.js';
import type { RoleForm } from '../contract/provider.js';
import { azureReaders } from './readers/registry.js';

const SHARED = [
  'Microsoft.Authorization/permissions/read',
  'Microsoft.ResourceGraph/resources/read',
  'Microsoft.Resources/subscriptions/read',
];

const sorted = (actions: readonly string[]) => [...new Set(actions)].sort();

const actions = sorted([...SHARED, ...azureReaders.flatMap((reader) => reader.actions)]);
const dataActions = sorted(azureReaders.flatMap(({ data = [] }) => data));

/** Every action that a request needs, those of data planes too. */
export const azureActions: readonly string[] = sorted([...actions, ...dataActions]);

/** The custom role and its assignment; CloudFormation knows no Azure. */
export function azureRoleText(form: RoleForm, { account, configuration }: CloudConnection): string | undefined {
  const scope = `/subscriptions/${account}`;
  const client = typeof configuration['client_id'] === 'string' ? configuration['client_id'] : '<client id>';
  if (form === 'cli') return cliText(scope, client);
  return form === 'terraform' ? terraformText(scope, client) : undefined;
}

function cliText(scope: string, client: string): string {
  const definition = { Name: 'Castellan Reader', IsCustom: true, Actions: actions, DataActions: dataActions, AssignableScopes: [scope] };
  return [
    "cat > castellan-reader.json <<'JSON'",
    JSON.stringify(definition, null, 2),
    'JSON',
    'az role definition create --role-definition castellan-reader.json',
    `az role assignment create --role "Castellan Reader" --assignee ${client} --scope ${scope}`,
    '',
  ].join('\n');
}

function terraformText(scope: string, client: string): string {
  const list = (items: readonly string[]) => items.map((item) => `      ${JSON.stringify(item)},`).join('\n');
  return `data "azuread_service_principal" "castellan" {
  client_id = ${JSON.stringify(client)}
}

resource "azurerm_role_definition" "castellan" {
  name  = "Castellan Reader"
  scope = ${JSON.stringify(scope)}
  permissions {
    actions = [
${list(actions)}
    ]
    data_actions = [
${list(dataActions)}
    ]
  }
  assignable_scopes = [${JSON.stringify(scope)}]
}

resource "azurerm_role_assignment" "castellan" {
  scope              = ${JSON.stringify(scope)}
  role_definition_id = azurerm_role_definition.castellan.role_definition_resource_id
  principal_id       = data.azuread_service_principal.castellan.object_id
}
`;
}
