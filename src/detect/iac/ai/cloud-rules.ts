import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { all, ask, failIf, isFalseWord, isTrueWord, member, not, textOf } from '../contract/values.js';

const FORMATS = ['terraform', 'terraform-plan'] as const;

/** Resources of Terraform by their types. */
function ofTypes(...types: readonly string[]): IacView<IacResource> {
  const known = new Set(types);
  return {
    id: `terraform ${types.join(' ')}`,
    *of(resource) {
      if (known.has(resource.type)) yield resource;
    },
  };
}

const AI_KINDS = /^(?:OpenAI|AIServices|CognitiveServices|FormRecognizer|ComputerVision|TextAnalytics|SpeechServices|ContentSafety|Face)$/i;

/** Rules about AI services of Azure and Google Cloud. */
export const aiCloudRules: readonly IacRule[] = [
  iacRule<IacResource>({
    id: 'ai-azure-ai-public',
    title: 'Azure AI account open to all networks',
    severity: 'high',
    confidence: 'high',
    rationale: 'Keys alone protect it: whoever has one asks models and reads what was uploaded, from anywhere.',
    fix: 'Set `public_network_access_enabled = false` and use a private endpoint, or deny by default in `network_acls`.',
    references: ['CWE-668', 'https://learn.microsoft.com/azure/ai-services/cognitive-services-virtual-networks'],
    formats: FORMATS,
    view: ofTypes(
      'azurerm_cognitive_account',
      'azurerm_ai_services',
      'azurerm_search_service',
      'azurerm_machine_learning_workspace',
      'azurerm_ai_foundry',
    ),
    check: judgeAzureNetwork,
  }),
  iacRule<IacResource>({
    id: 'ai-azure-ai-local-auth',
    title: 'Azure AI account accepts keys',
    severity: 'low',
    confidence: 'high',
    rationale: 'A key is shared, and nobody can tell who used it.',
    fix: 'Set `local_auth_enabled = false` and let callers sign in with Entra ID.',
    references: ['CWE-798', 'https://learn.microsoft.com/azure/ai-services/disable-local-auth'],
    formats: FORMATS,
    view: ofTypes('azurerm_cognitive_account', 'azurerm_ai_services', 'azurerm_search_service'),
    check: ({ type, body, at }) => {
      const key = type === 'azurerm_search_service' ? 'local_authentication_enabled' : 'local_auth_enabled';
      const value = member(body, key) ?? member(body, 'local_authentication_enabled');
      return failIf(not(ask(value, isFalseWord, { is: false, at })), { evidence: shown(key, value), fix: `${key} = false` });
    },
  }),
  iacRule<IacResource>({
    id: 'ai-vertex-public',
    title: 'Vertex AI endpoint, notebook or index on a public address',
    severity: 'high',
    confidence: 'high',
    rationale: 'It can be reached from anywhere, and only its sign-in stands between the internet and models or data.',
    fix: 'Give it no public address: a network or Private Service Connect for endpoints, `disable_public_ip` for workbenches.',
    references: ['CWE-668', 'https://cloud.google.com/vertex-ai/docs/general/netsec-overview'],
    formats: FORMATS,
    view: ofTypes(
      'google_notebooks_instance',
      'google_notebooks_runtime',
      'google_workbench_instance',
      'google_vertex_ai_endpoint',
      'google_vertex_ai_index_endpoint',
      'google_colab_runtime_template',
    ),
    check: judgeVertex,
  }),
];

function judgeAzureNetwork({ type, body, at }: IacResource): IacJudgement | undefined {
  const kind = textOf(member(body, 'kind'));
  if (type === 'azurerm_cognitive_account' && kind !== undefined && !AI_KINDS.test(kind)) return undefined;
  const access =
    type === 'azurerm_ai_services' || type === 'azurerm_ai_foundry' ? 'public_network_access' : 'public_network_access_enabled';
  const value = member(body, access);
  const open =
    access === 'public_network_access'
      ? ask(value, (one) => one !== 'Disabled', { is: true, at })
      : not(ask(value, isFalseWord, { is: false, at }));
  const acls = ask(member(body, 'network_acls', 'default_action'), (one) => String(one).toLowerCase() !== 'deny', { is: true, at });
  const ranges = member(body, 'allowed_ips');
  const narrow = ranges !== undefined && type === 'azurerm_search_service';
  return failIf(all([open, acls, ask(undefined, () => true, { is: !narrow, at })], at), {
    at: value?.at ?? at,
    evidence: shown(access, value),
    fix: access === 'public_network_access' ? 'public_network_access = "Disabled"' : 'public_network_access_enabled = false',
  });
}

/** What makes a thing private, by type: an attribute that must be true, or one that must be there. */
const PRIVATE: Readonly<Record<string, { isTrue?: readonly (readonly string[])[]; given?: readonly (readonly string[])[] }>> = {
  google_notebooks_instance: { isTrue: [['no_public_ip']] },
  google_workbench_instance: { isTrue: [['gce_setup', 'disable_public_ip']] },
  google_notebooks_runtime: { isTrue: [['virtual_machine', 'virtual_machine_config', 'internal_ip_only']] },
  google_vertex_ai_endpoint: { given: [['network'], ['private_service_connect_config']] },
  google_vertex_ai_index_endpoint: { given: [['network'], ['private_service_connect_config']] },
  google_colab_runtime_template: { isTrue: [] },
};

function judgeVertex({ type, body, at }: IacResource): IacJudgement {
  const { isTrue = [], given = [] } = PRIVATE[type] ?? {};
  if (type === 'google_vertex_ai_index_endpoint') {
    const open = member(body, 'public_endpoint_enabled');
    if (open) return failIf(ask(open, isTrueWord, { is: false, at }), { evidence: shown('public_endpoint_enabled', open) });
  }
  if (type === 'google_colab_runtime_template') {
    const open = member(body, 'network_spec', 'enable_internet_access');
    return failIf(ask(open, isTrueWord, { is: true, at }), { evidence: shown('enable_internet_access', open) });
  }
  // A network from a variable is a network.
  if (given.some((path) => isGiven(member(body, ...path)))) return { verdict: 'pass' };
  const [path] = isTrue;
  if (!path) return { verdict: 'fail', at, evidence: `no ${given.map((one) => one.join('.')).join(' or ')}` };
  const value = member(body, ...path);
  return failIf(not(ask(value, isTrueWord, { is: false, at })), {
    evidence: shown(path.at(-1) ?? '', value),
    fix: `${path.at(-1)} = true`,
  });
}

function isGiven(value: IacValue | undefined): boolean {
  return value !== undefined && textOf(value) !== '';
}

function shown(name: string, value: IacValue | undefined): string {
  return value === undefined ? `no ${name}` : `${name} = ${textOf(value) ?? '…'}`;
}
