import type { CloudResource } from '../../model/cloud.js';
import { namesCredential } from '../../support/credential-names.js';
import { all, type CloudRule, plainly, whether } from './cloud-rule.js';

/** Rules about functions, containers, notebooks and their images. */
export const workloadRules: readonly CloudRule[] = [
  {
    id: 'cloud-literal-secret',
    family: 'cloud',
    title: 'Secret written into the configuration',
    severity: 'high',
    confidence: 'medium',
    rationale: 'Everybody who may look at the service reads the secret, as do its logs and backups.',
    fix: 'Put the value into the store of secrets and let the service read it from there; then replace the secret.',
    references: ['OWASP MCP01', 'OWASP LLM02', 'CWE-798', 'CWE-526'],
    kinds: ['service', 'agent', 'entrance', 'data'],
    question: 'whether credentials are written into its configuration',
    check: (resource) => (secretNames(resource).length > 0 ? 'yes' : writtenAnswer(resource)),
    evidence: (resource) => [resource.name, ...secretNames(resource)].join(' '),
    fixes: {
      aws: '`aws secretsmanager create-secret --region {region} --name {name} --secret-string file:///dev/stdin`, then remove the variables with `aws lambda update-function-configuration --region {region} --function-name {name} --environment …` (ECS: `secrets` with `valueFrom` in place of `environment`).',
      azure:
        '`az keyvault secret set --vault-name <vault> --name {name} --file /dev/stdin`, then set the variable to `@Microsoft.KeyVault(SecretUri=…)`.',
      gcp: '`gcloud secrets create {name} --project={account} --data-file=-`, then `gcloud run services update {name} --region={region} --update-secrets=NAME={name}:latest`.',
      snowflake: '`CREATE SECRET … TYPE = GENERIC_STRING SECRET_STRING = …;` and name it under `secrets` of the service.',
    },
  },
  {
    id: 'cloud-notebook-open',
    family: 'cloud',
    title: 'Notebook with direct access to the internet and root',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Code that somebody pastes or a model writes owns the machine and can send away what its role reads.',
    fix: 'Close the way to the internet, or take root away.',
    references: [
      'OWASP LLM06',
      'OWASP ASI05',
      'CWE-250',
      'https://docs.aws.amazon.com/sagemaker/latest/dg/appendix-notebook-and-internet-access.html',
    ],
    kinds: ['service'],
    question: 'whether it has both root and the internet',
    check: ({ facts }) => all(whether(facts.internet_access), whether(facts.root)),
    fixes: {
      aws: '`aws sagemaker update-notebook-instance --region {region} --notebook-instance-name {name} --root-access Disabled` (stopped); direct internet access is chosen when it is made: `--direct-internet-access Disabled --subnet-id …`.',
      azure: 'Make the compute instance anew with `enable_node_public_ip: false` and `enable_root_access: false`.',
      gcp: '`gcloud workbench instances create {name} --location={region} --disable-public-ip --metadata=notebook-disable-root=true`',
      snowflake: 'Remove the external access integration: `ALTER NOTEBOOK {name} SET EXTERNAL_ACCESS_INTEGRATIONS = ();`',
    },
  },
  {
    id: 'cloud-container-privileged',
    family: 'cloud',
    title: 'Privileged container in a cloud',
    severity: 'high',
    confidence: 'high',
    rationale: 'A process in it leaves its container and owns the host, with the roles of everything else there.',
    fix: 'Remove the privilege.',
    references: ['OWASP LLM06', 'CWE-250', 'CWE-653'],
    kinds: ['service'],
    question: 'whether its containers are privileged',
    check: ({ facts }) => whether(facts.privileged),
    fixes: {
      aws: 'Set `"privileged": false` in the container definition and register it: `aws ecs register-task-definition --region {region} --cli-input-json file://task.json`.',
      azure: 'Set `securityContext.privileged: false` in the container group or pod.',
      gcp: 'Set `securityContext.privileged: false` in the pod.',
    },
  },
  {
    id: 'cloud-image-by-tag',
    family: 'cloud',
    title: 'Image that others may change under its name',
    severity: 'low',
    confidence: 'high',
    rationale: 'The next start may run another image than the one that was looked at.',
    fix: 'Name the image by its digest: `image@sha256:…`.',
    references: ['OWASP LLM03', 'OWASP MCP04', 'CWE-494'],
    kinds: ['service'],
    question: 'which image it runs',
    check: ({ images }) => (images.length === 0 ? undefined : plainly(images.some(isByTag))),
    evidence: ({ name, images }) => `${name} runs ${images.filter(isByTag).join(', ')}`,
    severityFor: ({ images }) => (images.some((image) => /:latest$|\/[^:/]+$/.test(image)) ? 'medium' : 'low'),
  },
  {
    id: 'cloud-mutable-tags',
    family: 'cloud',
    title: 'Registry whose tags can be moved',
    severity: 'low',
    confidence: 'high',
    rationale: 'Whoever may push can replace an image that services already run.',
    fix: 'Make tags immutable.',
    references: ['OWASP LLM03', 'OWASP MCP04', 'CWE-494'],
    kinds: ['image', 'data', 'service'],
    question: 'whether tags can be moved',
    check: ({ facts }) => whether(facts.mutable_tags),
    fixes: {
      aws: '`aws ecr put-image-tag-mutability --region {region} --repository-name {name} --image-tag-mutability IMMUTABLE`',
      azure: '`az acr repository update --name <registry> --repository {name} --write-enabled false`',
      gcp: '`gcloud artifacts repositories update {name} --location={region} --project={account} --immutable-tags`',
    },
  },
];

function secretNames({ literal_env_names: names }: CloudResource): string[] {
  return names.filter(namesCredential);
}

function writtenAnswer({ facts, literal_env_names: names }: CloudResource) {
  return whether(facts.written_credentials) ?? (names.length > 0 ? ('no' as const) : undefined);
}

function isByTag(image: string): boolean {
  return !/@sha256:[0-9a-f]{64}$/.test(image);
}
