import type { IacResource } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, ask, failIf, isTrueWord, itemsOf, member, textOf } from '../contract/values.js';
import { isAgentRole, rolesOf } from '../views/agent-roles.js';
import type { IamStatement } from '../views/iam-document.js';
import { policyFormats } from '../views/iam-policies.js';
import { allowsAction, allowsEveryAction, anyItem, onLoneWildcard } from '../views/iam-questions.js';
import { joined } from '../views/joined.js';
import { ADMINISTRATOR, attachedPolicies, WHOLE_SERVICE } from '../views/managed-policies.js';
import { statementRule } from '../views/statement-rule.js';
import { resourcesOf, syntaxOf, type Thing, thingsOf } from '../views/typed.js';

const cloudFormats = ['terraform', 'terraform-plan', 'cloudformation'] as const;

const WILDCARD = {
  id: 'ai-agent-wildcard-iam',
  title: 'Agent role with wildcard rights',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Whoever puts words into what the agent reads acts with these rights.',
  fix: 'Name the actions and resources that the agent needs: "Action": ["bedrock:InvokeModel"], "Resource": ["<ARN of the model>"].',
  references: ['OWASP ASI03', 'OWASP LLM06', 'CWE-250'],
} as const;

/** All of a service on everything, or everything. */
function isWild(statement: IamStatement): Answer {
  const service = anyItem(
    statement.actions,
    (text) => /^(?:\*+|[\w-]+:\*+)$/.test(text),
    () => false,
  );
  return all(
    [any([allowsEveryAction(statement), all([statement.allows, service], service.at)], service.at), onLoneWildcard(statement)],
    service.at,
  );
}

function givesAgents(holder: IacResource, estate: IacEstate): boolean {
  return rolesOf(holder, estate).some((role) => isAgentRole(role, estate));
}

const notebooks = thingsOf<'internet' | 'root'>('aws-notebooks', {
  aws_sagemaker_notebook_instance: { internet: 'direct_internet_access', root: 'root_access' },
  'AWS::SageMaker::NotebookInstance': { internet: 'DirectInternetAccess', root: 'RootAccess' },
});

const NOTEBOOK_INTERNET = {
  id: 'ai-sagemaker-notebook-internet',
  title: 'Notebook with direct internet access',
  severity: 'high',
  confidence: 'high',
  rationale: 'Training data leaves by one command, and packages of strangers come in.',
  fix: 'direct_internet_access = "Disabled"',
  references: ['CWE-668', 'https://docs.aws.amazon.com/sagemaker/latest/dg/appendix-notebook-and-internet-access.html'],
} as const;

const domains = thingsOf<'network'>('aws-studio-domains', {
  aws_sagemaker_domain: { network: 'app_network_access_type' },
  'AWS::SageMaker::Domain': { network: 'AppNetworkAccessType' },
});

const modelStores = thingsOf<'key' | 'variants'>('aws-model-stores', {
  aws_sagemaker_notebook_instance: { key: 'kms_key_id' },
  aws_sagemaker_endpoint_configuration: { key: 'kms_key_arn', variants: 'production_variants' },
  'AWS::SageMaker::NotebookInstance': { key: 'KmsKeyId' },
  'AWS::SageMaker::EndpointConfig': { key: 'KmsKeyId', variants: 'ProductionVariants' },
});

const hostedModels = thingsOf<'isolation' | 'vpc'>('aws-hosted-models', {
  aws_sagemaker_model: { isolation: 'enable_network_isolation', vpc: 'vpc_config' },
  'AWS::SageMaker::Model': { isolation: 'EnableNetworkIsolation', vpc: 'VpcConfig' },
});

const bedrockAgents = thingsOf<'guardrail'>('aws-bedrock-agents', {
  aws_bedrockagent_agent: { guardrail: 'guardrail_configuration' },
  'AWS::Bedrock::Agent': { guardrail: 'GuardrailConfiguration' },
});

const LOGGING_TYPE = 'aws_bedrock_model_invocation_logging_configuration';

const LOGGING = {
  id: 'ai-bedrock-logging',
  title: 'Model invocations not logged',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'Abuse of the models goes unseen, and nobody can tell later what was asked.',
  fix: 'logging_config {\n  text_data_delivery_enabled = true\n  cloudwatch_config {\n    log_group_name = "bedrock"\n    role_arn       = aws_iam_role.bedrock_logs.arn\n  }\n}',
  references: ['OWASP LLM10', 'CWE-778', 'https://docs.aws.amazon.com/bedrock/latest/userguide/model-invocation-logging.html'],
  formats: cloudFormats,
} as const;

const INTERNET = { terraform: 'direct_internet_access = "Disabled"', cloudformation: 'DirectInternetAccess: Disabled' };
const GUARDRAIL = {
  terraform: 'guardrail_configuration {\n  guardrail_identifier = aws_bedrock_guardrail.this.guardrail_id\n  guardrail_version    = "1"\n}',
  cloudformation: 'GuardrailConfiguration: {GuardrailIdentifier: !Ref Guardrail, GuardrailVersion: "1"}',
};

type Fixes = { terraform: string; cloudformation: string };

/** The judgement of a thing whose faulty value is also the default. */
function judged(answer: Answer, { resource, syntax }: Thing<string>, fixes: Fixes, evidence: string): IacJudgement {
  return failIf(answer, { evidence: `${resource.name}: ${evidence}`, fix: fixes[syntax] });
}

/** Rules about agents and models of AWS. */
export const awsAiRules: readonly IacRule[] = [
  joined(
    statementRule({
      ...WILDCARD,
      purposes: ['identity'],
      faulty: (statement, _policy, resource, estate) => (givesAgents(resource, estate) ? isWild(statement) : undefined),
    }),
    iacRule({
      ...WILDCARD,
      formats: policyFormats,
      view: attachedPolicies,
      check({ arn }, resource, estate) {
        const text = arn.kind === 'unknown' ? (arn.pieces?.map((piece) => piece ?? '').join('') ?? '') : (textOf(arn) ?? '');
        if (!ADMINISTRATOR.test(text) && !WHOLE_SERVICE.test(text)) return undefined;
        return givesAgents(resource, estate) ? { verdict: 'fail', at: arn.at, evidence: text.split('/').at(-1) ?? '' } : undefined;
      },
    }),
  ),
  statementRule({
    id: 'ai-bedrock-action-wildcard',
    title: 'Bedrock opened whole',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A stolen key asks every model at your cost, and sends your data to models that nobody has approved.',
    fix: 'Name the models: "Action": ["bedrock:InvokeModel"], "Resource": ["arn:aws:bedrock:eu-west-1::foundation-model/<model id>"].',
    references: ['OWASP LLM10', 'CWE-732'],
    purposes: ['identity'],
    faulty: (statement) => {
      const every = allowsEveryAction(statement);
      if (every.is === 'yes') return undefined;
      const asks = any(
        [allowsAction(statement, 'bedrock:InvokeModel'), allowsAction(statement, 'bedrock:InvokeModelWithResponseStream')],
        statement.at,
      );
      return all([asks, onLoneWildcard(statement)], asks.at);
    },
  }),
  iacRule({
    id: 'ai-bedrock-no-guardrail',
    title: 'Bedrock agent without guardrail',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Nothing filters prompt injections on their way in, or secrets and personal data on their way out.',
    fix: GUARDRAIL.terraform,
    references: ['OWASP LLM01', 'OWASP LLM05', 'https://docs.aws.amazon.com/bedrock/latest/userguide/guardrails.html'],
    formats: cloudFormats,
    view: bedrockAgents,
    check(agent) {
      const guardrail = agent.get('guardrail');
      const isMissing =
        guardrail === undefined || (guardrail.kind === 'list' && guardrail.items.length === 0 && guardrail.rest === undefined);
      return judged({ is: isMissing ? 'yes' : 'no', at: agent.at }, agent, GUARDRAIL, 'no guardrail');
    },
  }),
  joined(
    iacRule({ ...LOGGING, view: resourcesOf('aws-invocation-logging', [LOGGING_TYPE]), check: invocationLogging }),
    iacRule({
      ...LOGGING,
      view: bedrockAgents,
      check: ({ resource, at }, _resource, estate) =>
        estate.ofType(LOGGING_TYPE).some(({ root }) => root === resource.root)
          ? undefined
          : { verdict: 'unknown', at, expression: 'the logging of invocations, a setting of the account' },
    }),
  ),
  joined(
    iacRule({
      ...NOTEBOOK_INTERNET,
      formats: cloudFormats,
      view: notebooks,
      check: (notebook) =>
        judged(ask(notebook.get('internet'), isNotDisabled, { is: true, at: notebook.at }), notebook, INTERNET, 'direct internet access'),
    }),
    iacRule({
      ...NOTEBOOK_INTERNET,
      formats: cloudFormats,
      view: domains,
      check: (domain) =>
        judged(
          ask(domain.get('network'), (text) => String(text) !== 'VpcOnly', { is: true, at: domain.at }),
          domain,
          { terraform: 'app_network_access_type = "VpcOnly"', cloudformation: 'AppNetworkAccessType: VpcOnly' },
          'studio with direct internet access',
        ),
    }),
  ),
  iacRule({
    id: 'ai-sagemaker-root',
    title: 'Notebook users are root',
    severity: 'low',
    confidence: 'high',
    rationale: 'Users, and what they run, can remove the controls of the machine.',
    fix: 'root_access = "Disabled"',
    references: ['CWE-250', 'https://docs.aws.amazon.com/sagemaker/latest/dg/nbi-root-access.html'],
    formats: cloudFormats,
    view: notebooks,
    check: (notebook) =>
      judged(
        ask(notebook.get('root'), isNotDisabled, { is: true, at: notebook.at }),
        notebook,
        { terraform: 'root_access = "Disabled"', cloudformation: 'RootAccess: Disabled' },
        'root access',
      ),
  }),
  iacRule({
    id: 'ai-sagemaker-unencrypted',
    title: 'Model endpoint or notebook storage without key',
    severity: 'low',
    confidence: 'high',
    rationale: 'Models and training data lie on disks under no key that you can take away.',
    fix: 'kms_key_arn = aws_kms_key.models.arn',
    references: ['CWE-311', 'https://docs.aws.amazon.com/sagemaker/latest/dg/encryption-at-rest.html'],
    formats: cloudFormats,
    view: modelStores,
    check(store) {
      if (hasLocalDisks(store)) return { verdict: 'pass' };
      const name = store.resource.type.endsWith('notebook_instance') ? 'kms_key_id' : 'kms_key_arn';
      const fixes = { terraform: `${name} = aws_kms_key.models.arn`, cloudformation: 'KmsKeyId: <ARN of the key>' };
      return judged({ is: store.get('key') === undefined ? 'yes' : 'no', at: store.at }, store, fixes, 'no key');
    },
  }),
  iacRule({
    id: 'ai-sagemaker-no-isolation',
    title: 'Model container may call out',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A hostile model file can send what it sees to its maker, or fetch more.',
    fix: 'enable_network_isolation = true',
    references: ['OWASP LLM03', 'CWE-668', 'https://docs.aws.amazon.com/sagemaker/latest/dg/mkt-algo-model-internet-free.html'],
    formats: cloudFormats,
    view: hostedModels,
    check(model, resource) {
      const open = ask(model.get('isolation'), (value) => !isTrueWord(value), { is: true, at: model.at });
      const fix = syntaxOf(resource) === 'terraform' ? 'enable_network_isolation = true' : 'EnableNetworkIsolation: true';
      return failIf(open, {
        evidence: `${resource.name} without network isolation`,
        fix,
        ...(model.get('vpc') && { severity: 'low' as const }),
      });
    },
  }),
];

function isNotDisabled(value: string | number | boolean | null): boolean {
  return String(value).toLowerCase() !== 'disabled';
}

/** Instances with disks of their own take no key. */
function hasLocalDisks(store: Thing<'key' | 'variants'>): boolean {
  const types = itemsOf(store.get('variants')).items.map(
    (variant) => textOf(member(variant, 'instance_type') ?? member(variant, 'InstanceType')) ?? '',
  );
  return types.length > 0 && types.every((type) => /^ml\.(?:\w+d[a-z]*|g[456]\w*|p[345]\w*|trn\w+|i\d\w*)\./.test(type));
}

function invocationLogging({ body, at }: IacResource): IacJudgement {
  const config = member(body, 'logging_config');
  const text = ask(member(config, 'text_data_delivery_enabled'), (value) => !isTrueWord(value), { is: false, at });
  if (text.is !== 'no') return failIf(text, { evidence: 'texts are not delivered', fix: 'text_data_delivery_enabled = true' });
  const hasTarget = ['s3_config', 'cloudwatch_config'].some((name) => member(config, name) !== undefined);
  return hasTarget
    ? { verdict: 'pass' }
    : {
        verdict: 'fail',
        at: config?.at ?? at,
        evidence: 'no destination',
        fix: 'cloudwatch_config {\n  log_group_name = "bedrock"\n  role_arn       = aws_iam_role.bedrock_logs.arn\n}',
      };
}
