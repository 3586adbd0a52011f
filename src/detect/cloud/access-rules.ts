import type { CloudResource } from '../../model/cloud.js';
import { all, type CloudRule, not, plainly, whether } from './cloud-rule.js';

/** Rules about who gets in, and what roles may do. */
export const accessRules: readonly CloudRule[] = [
  {
    id: 'cloud-open-endpoint',
    family: 'cloud',
    title: 'Public endpoint without authentication',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Anybody on the internet can call it, and with it whatever it calls: agents, models, roles and their data.',
    fix: 'Ask callers for a credential, or take the endpoint off the internet.',
    references: ['OWASP LLM06', 'OWASP MCP07', 'CWE-306', 'https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html'],
    kinds: ['entrance', 'service', 'agent', 'model'],
    question: 'whether anybody may call it without a credential',
    check(resource, estate) {
      if (estate.isBehindOpenEntrance(resource.ref)) return 'no';
      return all(resource.public, not(resource.authenticated));
    },
    severityFor: ({ ref, kind }, estate) => (kind === 'agent' ? 'critical' : estate.leadsToAi(ref) ? 'high' : 'medium'),
    fixes: {
      aws: 'For a function address: `aws lambda update-function-url-config --region {region} --function-name {name} --auth-type AWS_IAM`. Behind an API Gateway or load balancer: add an authorizer or an OIDC rule to the route.',
      azure:
        'For Azure AI and OpenAI: `az resource update --ids {id} --set properties.publicNetworkAccess=Disabled`. For an app: `az webapp auth update --ids {id} --enabled true --action Return401`.',
      gcp: 'For Cloud Run: `gcloud run services remove-iam-policy-binding {name} --region {region} --project {account} --member=allUsers --role=roles/run.invoker`.',
      snowflake: 'Make the endpoint of the service `public: false` in its specification, and `REVOKE ROLE … FROM ROLE PUBLIC`.',
    },
  },
  {
    id: 'cloud-role-administrator',
    family: 'cloud',
    title: 'Agent or service that runs as an administrator',
    severity: 'high',
    confidence: 'high',
    rationale: 'Whoever steers the agent or service may do everything in the account.',
    fix: 'Give it a role of its own with the few permissions that it uses.',
    references: ['OWASP LLM06', 'OWASP ASI03', 'CWE-250', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/best-practices.html'],
    kinds: ['role'],
    question: 'whether the role may do everything',
    check: ({ ref, facts }, estate) => (estate.runningAs(ref).length === 0 ? undefined : whether(facts.administrator)),
    evidence: ({ name }) => `role ${name}`,
    severityFor: ({ ref }, estate) => (estate.runningAs(ref).some(({ kind }) => kind === 'agent') ? 'critical' : 'high'),
    fixes: {
      aws: 'Detach it and attach what was used: `aws iam detach-role-policy --role-name {name} --policy-arn arn:aws:iam::aws:policy/AdministratorAccess`; `aws accessanalyzer start-policy-generation --policy-generation-details principalArn={id}` writes a policy from its past calls.',
      azure:
        '`az role assignment delete --assignee {name} --role Owner --scope /subscriptions/{account}`, then assign the one role that it needs.',
      gcp: '`gcloud projects remove-iam-policy-binding {account} --member=serviceAccount:{name} --role=roles/owner` (or roles/editor), then bind the one role that it needs.',
      snowflake: '`REVOKE ROLE ACCOUNTADMIN FROM ROLE {name};` and own the agent by a role that has only its grants.',
    },
  },
  {
    id: 'cloud-role-all-data',
    family: 'cloud',
    title: 'Agent or service with access to all data of the account',
    severity: 'high',
    confidence: 'high',
    rationale: 'One prompt injection or one flaw opens every store of the account, not only the one that the task needs.',
    fix: 'Name the stores that it needs in its policy in place of a wildcard.',
    references: ['OWASP LLM06', 'OWASP LLM02', 'CWE-732'],
    kinds: ['role'],
    question: 'whether the role reaches everything',
    check({ ref, facts, reaches }, estate) {
      if (estate.runningAs(ref).length === 0 || facts.administrator === true) return undefined;
      return plainly(reaches.some(({ to }) => to === '*'));
    },
    evidence: ({ name, reaches }) =>
      `role ${name}: ${reaches
        .filter(({ to }) => to === '*')
        .map(({ access }) => access)
        .join(', ')} of *`,
    fixes: {
      aws: 'In the policy of {name}, replace `"Resource": "*"` by the ARNs that it needs: `aws iam put-role-policy --role-name {name} --policy-name data --policy-document file://policy.json`.',
      azure:
        'Move the assignment from the subscription to the store: `az role assignment delete --assignee {name} --scope /subscriptions/{account}`, then `az role assignment create --assignee {name} --role … --scope <resource id>`.',
      gcp: 'Bind the role to the bucket or dataset in place of the project: `gcloud storage buckets add-iam-policy-binding gs://<bucket> --member=serviceAccount:{name} --role=roles/storage.objectViewer`.',
      snowflake: '`REVOKE SELECT ON ALL TABLES IN DATABASE … FROM ROLE {name};`, then grant the tables that it needs.',
    },
  },
  {
    id: 'cloud-role-trusts-outsiders',
    family: 'cloud',
    title: 'Role that outsiders may assume without an external id',
    severity: 'high',
    confidence: 'high',
    rationale: 'A service that many customers use can be made to assume the role for somebody else (the confused deputy).',
    fix: 'Ask for an external id that only the partner and you know, or remove the trust.',
    references: ['OWASP ASI03', 'CWE-441', 'https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html'],
    kinds: ['role'],
    question: 'whether outsiders may assume the role without an external id',
    check: ({ facts }) => all(whether(facts.assumed_by_outsiders), whether(facts.external_id_required, false)),
    evidence: ({ name }) => `role ${name}`,
    fixes: {
      aws: 'Add `"Condition": {"StringEquals": {"sts:ExternalId": "<a value agreed upon>"}}` to its trust: `aws iam update-assume-role-policy --role-name {name} --policy-document file://trust.json`.',
      gcp: 'Limit the pool to one subject: `gcloud iam service-accounts remove-iam-policy-binding {name} --member=<principalSet> --role=roles/iam.workloadIdentityUser`, then bind `principal://…/subject/<subject>`.',
      azure:
        'Limit the federated credential to one subject: `az identity federated-credential update --identity-name {name} --name … --subject …`.',
    },
  },
  {
    id: 'cloud-static-credentials',
    family: 'cloud',
    title: 'Keys that never end open it',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A key that leaks once opens it until somebody notices; an identity of the caller ends by itself.',
    fix: 'Switch keys off and let callers use their identities.',
    references: ['OWASP MCP01', 'OWASP LLM02', 'CWE-798'],
    kinds: ['agent', 'service', 'entrance', 'model', 'data', 'role'],
    question: 'whether keys that do not end are accepted',
    check: ({ facts }) => whether(facts.static_credentials),
    fixes: {
      azure: '`az resource update --ids {id} --set properties.disableLocalAuth=true`',
      snowflake: '`ALTER USER {name} UNSET PASSWORD;` and `ALTER USER {name} SET RSA_PUBLIC_KEY = …` or workload identity.',
      gcp: '`gcloud iam service-accounts keys list --iam-account={name}`, then delete each key of your own.',
      aws: '`aws iam list-access-keys --user-name {name}`, then `aws iam delete-access-key`.',
    },
  },
  {
    id: 'cloud-any-network',
    family: 'cloud',
    title: 'Model, agent or knowledge that every network may call',
    severity: 'low',
    confidence: 'medium',
    rationale: 'A stolen credential works from anywhere; named networks or a private endpoint would stop it.',
    fix: 'Allow named networks only, or use a private endpoint.',
    references: ['OWASP LLM02', 'CWE-1327'],
    kinds: ['agent', 'model', 'data', 'service'],
    question: 'whether only named networks reach it',
    check: ({ facts }) => whether(facts.network_restricted, false),
    fixes: {
      azure: '`az resource update --ids {id} --set properties.networkAcls.defaultAction=Deny`, then allow your networks.',
      aws: 'Reach it by an interface endpoint: `aws ec2 create-vpc-endpoint --region {region} --vpc-endpoint-type Interface --service-name …`, and deny others by `aws:SourceVpce` in its policy.',
      gcp: 'Put the project {account} into a VPC Service Controls perimeter: `gcloud access-context-manager perimeters create …`.',
      snowflake: '`CREATE NETWORK POLICY castellan_only ALLOWED_IP_LIST = (…); ALTER ACCOUNT SET NETWORK_POLICY = castellan_only;`',
    },
  },
];

/** Kinds that hold secrets are worse when they are open. */
export function isSecret({ facts }: CloudResource): boolean {
  return facts.holds_secrets === true;
}
