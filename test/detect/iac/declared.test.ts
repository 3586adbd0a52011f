import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectIac } from '../../../src/collect/iac/collect.js';
import { Walk } from '../../../src/collect/walk.js';
import { declaredEstate } from '../../../src/detect/iac/declared/declared-estate.js';
import type { CloudResource } from '../../../src/model/cloud.js';
import { iacFamily } from '../../../src/scan/iac-step.js';
import { diskFiles } from '../../../src/system/files.js';
import { writeTree } from '../../support/project-folder.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;
let made = 0;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.dispose());

async function declared(files: Record<string, string>): Promise<Map<string, CloudResource>> {
  const root = join(folder.path, String(made++));
  writeTree(root, files);
  const walk = new Walk(diskFiles, root, { excluded: () => false, wanted: iacFamily.wants });
  const { resources } = await collectIac(diskFiles, { absolute: root, prefix: '' }, [...walk.run()]);
  return new Map(declaredEstate(resources).map((thing) => [thing.native_id, thing]));
}

describe('a compose project', () => {
  it('declares agents with exposure, names of variables, what they call and what they mount', async () => {
    const things = await declared({
      'compose.yaml': `services:
  helper:
    image: registry.test/ai-agent:1
    ports: ["8080:8080"]
    environment:
      OPENAI_API_KEY: \${OPENAI_API_KEY}
      STORE: http://vectors:6333
      DATABASE_URL: postgres://app:\${DB_PASSWORD}@db:5432/app
      CACHE_HOST: cache
      COLOUR: db
    depends_on: [queue]
    volumes: ["/srv/docs:/docs:ro", "/srv/out:/out", "/etc/localtime:/etc/localtime:ro", "named:/data"]
  vectors: { image: "qdrant/qdrant:v1.9" }
  pg: { image: "postgres:16", container_name: db }
  cache: { image: "redis:7" }
  queue: { image: "rabbitmq:3" }
  unrelated: { image: "nginx:1", ports: ["127.0.0.1:80:80"] }
volumes: { named: {} }
`,
    });
    const ref = (name: string) => `iac:compose.yaml#services.${name}`;
    expect(things.get('services.helper')).toMatchObject({
      ref: ref('helper'),
      provider: 'compose',
      account: 'compose.yaml',
      kind: 'agent',
      public: 'yes',
      authenticated: 'unknown',
      uses: [ref('cache'), ref('pg'), ref('queue'), ref('vectors')],
      reaches: [
        { to: `${ref('helper')}/mount:/srv/docs`, access: 'read' },
        { to: `${ref('helper')}/mount:/srv/out`, access: 'write' },
      ],
      images: ['registry.test/ai-agent:1'],
      env_names: ['CACHE_HOST', 'COLOUR', 'DATABASE_URL', 'OPENAI_API_KEY', 'STORE'],
      literal_env_names: ['CACHE_HOST', 'COLOUR', 'STORE'],
    });
    const kinds = [...things].map(([id, { kind, public: isPublic }]) => `${id} ${kind} ${isPublic}`);
    expect(kinds).toEqual([
      'services.cache data no',
      'services.helper agent yes',
      'services.helper/mount:/srv/docs data no',
      'services.helper/mount:/srv/out data no',
      'services.pg data no',
      'services.queue service no',
      'services.unrelated service no',
      'services.vectors data no',
    ]);
    expect(JSON.stringify([...things.values()])).not.toContain('6333');
  });

  it('does not join services of different projects', async () => {
    const things = await declared({
      'a/compose.yaml': 'services:\n  web:\n    image: nginx:1\n    environment: { URL: "http://db:80" }\n',
      'b/compose.yaml': 'services:\n  db: { image: "postgres:16" }\n',
    });
    expect(things.get('services.web')?.uses).toEqual([]);
  });
});

const deployment = (account: string, more = '') => `apiVersion: apps/v1
kind: Deployment
metadata: { name: tools, namespace: ai }
spec:
  selector: { matchLabels: { app: tools } }
  template:
    metadata: { labels: { app: tools } }
    spec:
      serviceAccountName: ${account}
${more}      containers:
        - name: mcp-server
          image: registry.test/mcp-server:1
          env:
            - { name: VECTORS, value: "http://vectors.ai.svc.cluster.local:8000" }
            - { name: GITHUB_TOKEN, valueFrom: { secretKeyRef: { name: github, key: token } } }
---
apiVersion: v1
kind: Service
metadata: { name: tools, namespace: ai }
spec: { type: LoadBalancer, selector: { app: tools }, ports: [{ port: 80 }] }
`;

const vectors = `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: chroma, namespace: ai }
spec:
  selector: { matchLabels: { app: chroma } }
  template:
    metadata: { labels: { app: chroma } }
    spec: { containers: [{ name: chroma, image: "chromadb/chroma:1" }] }
---
apiVersion: v1
kind: Service
metadata: { name: vectors, namespace: ai }
spec: { selector: { app: chroma }, ports: [{ port: 8000 }] }
`;

const binding = (kind: string, role: string, name: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: { name: tools${kind === 'RoleBinding' ? ', namespace: ai' : ''} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ${role}, name: ${name} }
subjects: [{ kind: ServiceAccount, name: tools, namespace: ai }]
`;

const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: tools, namespace: ai }\n';

describe('manifests of Kubernetes', () => {
  it('declare MCP servers with exposure, what they call, and the secrets that their account administers', async () => {
    const things = await declared({
      'deploy.yaml': deployment('tools'),
      'vectors.yaml': vectors,
      'rbac.yaml': `${account}---\n${binding('ClusterRoleBinding', 'ClusterRole', 'cluster-admin')}`,
    });
    expect(things.get('Deployment/ai/tools')).toMatchObject({
      kind: 'service',
      public: 'yes',
      facts: { mcp: true },
      uses: ['iac:vectors.yaml#StatefulSet/ai/chroma'],
      runs_as: ['iac:rbac.yaml#ServiceAccount/ai/tools'],
      env_names: ['GITHUB_TOKEN', 'VECTORS'],
      literal_env_names: ['VECTORS'],
    });
    expect(things.get('ServiceAccount/ai/tools')?.runs_as).toEqual(['iac:rbac.yaml#ClusterRoleBinding/tools']);
    expect(things.get('ClusterRoleBinding/tools')).toMatchObject({
      kind: 'role',
      facts: { administrator: true },
      reaches: [
        { to: 'iac:rbac.yaml#ClusterRoleBinding/tools/secrets:*', access: 'admin' },
        { to: '*', access: 'admin' },
      ],
    });
  });

  it('lead by the rules of a role to the secrets of its namespace', async () => {
    const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: reader, namespace: ai }
rules:
  - { apiGroups: [""], resources: [secrets], verbs: [get] }
  - { apiGroups: [""], resources: [pods], verbs: ["*"] }
`;
    const things = await declared({
      'all.yaml': [deployment('tools'), account, role, binding('RoleBinding', 'Role', 'reader')].join('---\n'),
    });
    expect(things.get('RoleBinding/ai/tools')).toMatchObject({ runs_as: ['iac:all.yaml#Role/ai/reader'], reaches: [] });
    expect(things.get('Role/ai/reader')?.reaches).toEqual([{ to: 'iac:all.yaml#Role/ai/reader/secrets:ai', access: 'read' }]);
    expect(things.get('Role/ai/reader/secrets:ai')?.name).toBe('secrets of namespace ai');
  });

  it('give no role to pods that hold no token', async () => {
    const things = await declared({
      'all.yaml': [
        deployment('tools', '      automountServiceAccountToken: false\n'),
        account,
        binding('ClusterRoleBinding', 'ClusterRole', 'cluster-admin'),
      ].join('---\n'),
    });
    expect(things.get('Deployment/ai/tools')?.runs_as).toEqual([]);
  });

  describe('that publish by the Gateway API', () => {
    const inside = deployment('tools').replace('type: LoadBalancer, ', '');
    const route = (kind: string, spec: string) =>
      `apiVersion: gateway.networking.k8s.io/v1\nkind: ${kind}\nmetadata: { name: tools, namespace: edge }\nspec: ${spec}\n`;
    const gateway = (spec: string) =>
      `apiVersion: gateway.networking.k8s.io/v1\nkind: Gateway\nmetadata: { name: outer, namespace: edge }\nspec: ${spec}\n`;
    const publicOf = async (...documents: string[]) =>
      (await declared({ 'all.yaml': [inside, ...documents].join('---\n') })).get('Deployment/ai/tools')?.public;
    const parents = 'parentRefs: [{ name: outer }]';
    const backends = 'rules: [{ backendRefs: [{ name: tools, namespace: ai, port: 80 }] }]';

    it.each(['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'])('are public behind a %s', async (kind) => {
      const listener = gateway('{ gatewayClassName: envoy, listeners: [{ name: http, port: 80, protocol: HTTP }] }');
      expect(await publicOf(listener, route(kind, `{ ${parents}, ${backends} }`))).toBe('yes');
    });

    it.each([
      [
        'where the gateway has no public address',
        [gateway('{ gatewayClassName: gke-l7-rilb }'), route('HTTPRoute', `{ ${parents}, ${backends} }`)],
      ],
      [
        'where its balancer is internal',
        [
          gateway('{ gatewayClassName: envoy, infrastructure: { annotations: { networking.gke.io/load-balancer-type: Internal } } }'),
          route('TCPRoute', `{ ${parents}, ${backends} }`),
        ],
      ],
      ['where services of a mesh are the parents', [route('HTTPRoute', `{ parentRefs: [{ kind: Service, name: tools }], ${backends} }`)]],
      [
        'where the backend is that of another namespace',
        [route('HTTPRoute', `{ ${parents}, rules: [{ backendRefs: [{ name: tools, port: 80 }] }] }`)],
      ],
    ])('are not %s', async (_where, documents) => {
      expect(await publicOf(...documents)).toBe('no');
    });
  });

  it('declare a load balancer with an internal address as not public', async () => {
    const internal = deployment('tools').replace(
      'metadata: { name: tools, namespace: ai }\nspec: { type',
      'metadata: { name: tools, namespace: ai, annotations: { service.beta.kubernetes.io/aws-load-balancer-scheme: internal } }\nspec: { type',
    );
    const things = await declared({ 'all.yaml': internal });
    expect(things.get('Deployment/ai/tools')?.public).toBe('no');
  });
});

describe('Terraform', () => {
  it('leads from a function address over the function and its role to the bucket that the role may write', async () => {
    const things = await declared({
      'main.tf': `resource "aws_iam_role" "bot" {
  name               = "bot"
  assume_role_policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }] })
}
resource "aws_iam_role_policy" "bot" {
  role   = aws_iam_role.bot.id
  policy = jsonencode({ Version = "2012-10-17", Statement = [
    { Effect = "Allow", Action = ["s3:GetObject", "s3:PutObject"], Resource = "\${aws_s3_bucket.docs.arn}/*" },
    { Effect = "Deny", Action = "s3:*", Resource = aws_s3_bucket.other.arn },
  ] })
}
resource "aws_s3_bucket" "docs" { bucket = "docs-bucket" }
resource "aws_s3_bucket" "other" { bucket = "other-bucket" }
resource "aws_lambda_function" "bot" {
  function_name = "bot"
  role          = aws_iam_role.bot.arn
  environment { variables = { OPENAI_API_KEY = var.key, MODE = "chat" } }
}
variable "key" { sensitive = true }
resource "aws_lambda_function_url" "bot" {
  function_name      = aws_lambda_function.bot.function_name
  authorization_type = "NONE"
}
resource "aws_iam_role" "root" { assume_role_policy = "{}" }
resource "aws_iam_role_policy_attachment" "root" {
  role       = aws_iam_role.root.name
  policy_arn = "arn:aws:iam::aws:policy/AdministratorAccess"
}
`,
    });
    const refOf = (address: string) => things.get(address)?.ref ?? address;
    expect(things.get('aws_lambda_function_url.bot')).toMatchObject({
      kind: 'entrance',
      public: 'yes',
      authenticated: 'no',
      uses: [refOf('aws_lambda_function.bot')],
    });
    expect(things.get('aws_lambda_function.bot')).toMatchObject({
      provider: 'aws',
      runs_as: [refOf('aws_iam_role.bot')],
      env_names: ['MODE', 'OPENAI_API_KEY'],
      literal_env_names: ['MODE'],
    });
    expect(things.get('aws_iam_role.bot')?.reaches).toEqual([{ to: refOf('aws_s3_bucket.docs'), access: 'write' }]);
    expect(things.get('aws_iam_role.root')).toMatchObject({ facts: { administrator: true }, reaches: [{ to: '*', access: 'admin' }] });
  });

  it('leads from a function or a task to the databases that its variables name', async () => {
    const things = await declared({
      'main.tf': `resource "aws_db_instance" "orders" { identifier = "orders" }
resource "aws_elasticache_replication_group" "cache" { replication_group_id = "cache" }
resource "aws_db_instance" "other" { identifier = "other" }
resource "aws_lambda_function" "bot" {
  environment { variables = { DATABASE_URL = "postgres://app@\${aws_db_instance.orders.endpoint}/orders", MODE = "chat" } }
}
resource "aws_ecs_task_definition" "web" {
  container_definitions = jsonencode([
    { name = "web", image = "acme/web:1", environment = [{ name = "CACHE", value = aws_elasticache_replication_group.cache.primary_endpoint_address }] },
  ])
}
`,
    });
    const refOf = (address: string) => things.get(address)?.ref ?? address;
    expect(things.get('aws_db_instance.orders')?.kind).toBe('data');
    expect(things.get('aws_lambda_function.bot')?.uses).toEqual([refOf('aws_db_instance.orders')]);
    expect(things.get('aws_ecs_task_definition.web')?.uses).toEqual([refOf('aws_elasticache_replication_group.cache')]);
  });

  it('leads from a load balancer over its listeners and an ECS service to the task', async () => {
    const things = await declared({
      'main.tf': `resource "aws_lb" "front" { name = "front" }
resource "aws_lb" "inner" { internal = true }
resource "aws_lb_listener" "https" {
  load_balancer_arn = aws_lb.front.arn
  default_action {
    type             = "forward"
    target_group_arn = aws_lb_target_group.bot.arn
  }
}
resource "aws_lb_target_group" "bot" { name = "bot" }
resource "aws_ecs_service" "bot" {
  task_definition = aws_ecs_task_definition.bot.arn
  load_balancer {
    target_group_arn = aws_lb_target_group.bot.arn
    container_name   = "bot"
  }
}
resource "aws_ecs_task_definition" "bot" {
  container_definitions = jsonencode([{ name = "bot", image = "acme/bot:1" }])
}
`,
    });
    expect(things.get('aws_lb.front')).toMatchObject({
      kind: 'entrance',
      public: 'yes',
      uses: [things.get('aws_ecs_task_definition.bot')?.ref],
    });
    expect(things.get('aws_lb.inner')).toMatchObject({ public: 'no', uses: [] });
    expect(things.get('aws_ecs_task_definition.bot')?.images).toEqual(['acme/bot:1']);
  });

  it('leads from an open rule over a machine with a public address and its profile to the role', async () => {
    const things = await declared({
      'main.tf': `resource "aws_iam_role" "box" { name = "box" }
resource "aws_iam_instance_profile" "box" { role = aws_iam_role.box.name }
resource "aws_security_group" "web" { name = "web" }
resource "aws_vpc_security_group_ingress_rule" "web" {
  security_group_id = aws_security_group.web.id
  cidr_ipv4         = "0.0.0.0/0"
  from_port         = 22
  to_port           = 22
  ip_protocol       = "tcp"
}
resource "aws_vpc_security_group_ingress_rule" "office" {
  security_group_id = aws_security_group.web.id
  cidr_ipv4         = "203.0.113.0/24"
  from_port         = 443
  to_port           = 443
  ip_protocol       = "tcp"
}
resource "aws_instance" "box" {
  associate_public_ip_address = true
  vpc_security_group_ids      = [aws_security_group.web.id]
  iam_instance_profile        = aws_iam_instance_profile.box.name
}
resource "aws_instance" "inner" { vpc_security_group_ids = [aws_security_group.web.id] }
`,
    });
    const box = things.get('aws_instance.box');
    expect(box).toMatchObject({ kind: 'service', public: 'unknown', runs_as: [things.get('aws_iam_role.box')?.ref] });
    expect(things.get('aws_vpc_security_group_ingress_rule.web')).toMatchObject({ kind: 'entrance', public: 'yes', uses: [box?.ref] });
    expect(things.get('aws_vpc_security_group_ingress_rule.office')).toBeUndefined();
  });

  it('leads from what names all copies of a role to each of them', async () => {
    const things = await declared({
      'main.tf': `resource "aws_iam_role" "bot" {
  for_each = toset(["a", "b"])
  name     = each.key
}
variable "team" {}
resource "aws_lambda_function" "bot" { role = aws_iam_role.bot[var.team].arn }
`,
    });
    expect(things.get('aws_lambda_function.bot')?.runs_as).toHaveLength(2);
  });

  it('declares what lets everybody into a bucket, unless a block makes nothing of it', async () => {
    const bucket = (name: string, more: string) => `resource "aws_s3_bucket" "${name}" { bucket = "${name}" }
resource "aws_s3_bucket_acl" "${name}" {
  bucket = aws_s3_bucket.${name}.id
  acl    = "public-read"
}
${more}`;
    const things = await declared({
      'main.tf': `${bucket('open', '')}${bucket(
        'blocked',
        `resource "aws_s3_bucket_public_access_block" "blocked" {
  bucket             = aws_s3_bucket.blocked.id
  ignore_public_acls = true
}
`,
      )}`,
    });
    const open = things.get('aws_s3_bucket.open');
    expect(open).toMatchObject({ kind: 'data', public: 'yes' });
    expect(things.get('aws_s3_bucket_acl.open')).toMatchObject({ kind: 'entrance', uses: [open?.ref] });
    expect(things.get('aws_s3_bucket.blocked')).toMatchObject({ public: 'unknown' });
    expect(things.get('aws_s3_bucket_acl.blocked')).toBeUndefined();
  });

  it('knows agents and MCP servers in the containers of every cloud by what they run', async () => {
    const things = await declared({
      'main.tf': `resource "google_cloud_run_v2_service" "helper" {
  template {
    containers {
      image = "gcr.io/acme/support-agent"
      env {
        name  = "OPENAI_API_KEY"
        value = "x"
      }
    }
  }
}
resource "azurerm_container_app" "tools" {
  template {
    container {
      name  = "tools"
      image = "mcp/postgres"
    }
  }
}
resource "google_cloud_run_v2_service" "web" {
  template {
    containers { image = "gcr.io/acme/web" }
  }
}
`,
    });
    expect(things.get('google_cloud_run_v2_service.helper')?.kind).toBe('agent');
    expect(things.get('azurerm_container_app.tools')?.facts).toMatchObject({ mcp: true });
    expect(things.get('google_cloud_run_v2_service.web')?.kind).toBe('service');
  });

  it('declares Google Cloud: who calls, as whom it runs, and what that account reads', async () => {
    const things = await declared({
      'main.tf': `resource "google_service_account" "bot" { account_id = "bot" }
resource "google_cloud_run_v2_service" "bot" {
  name = "bot"
  template {
    service_account = google_service_account.bot.email
    containers {
      image = "acme/bot:1"
      env {
        name  = "MODE"
        value = "chat"
      }
      env {
        name = "OPENAI_API_KEY"
        value_source { secret_key_ref { secret = google_secret_manager_secret.key.secret_id } }
      }
    }
  }
}
resource "google_cloud_run_v2_service_iam_member" "all" {
  name   = google_cloud_run_v2_service.bot.name
  role   = "roles/run.invoker"
  member = "allUsers"
}
resource "google_secret_manager_secret" "key" { secret_id = "key" }
resource "google_storage_bucket" "docs" { name = "docs" }
resource "google_secret_manager_secret_iam_member" "bot" {
  secret_id = google_secret_manager_secret.key.id
  role      = "roles/secretmanager.secretAccessor"
  member    = "serviceAccount:\${google_service_account.bot.email}"
}
resource "google_project_iam_member" "bot" {
  role   = "roles/storage.objectAdmin"
  member = google_service_account.bot.member
}
resource "google_compute_global_forwarding_rule" "front" { target = google_compute_target_https_proxy.front.id }
resource "google_compute_target_https_proxy" "front" { url_map = google_compute_url_map.front.id }
resource "google_compute_url_map" "front" { default_service = google_compute_backend_service.front.id }
resource "google_compute_backend_service" "front" {
  backend { group = google_compute_region_network_endpoint_group.front.id }
}
resource "google_compute_region_network_endpoint_group" "front" {
  cloud_run { service = google_cloud_run_v2_service.bot.name }
}
`,
    });
    const refOf = (address: string) => things.get(address)?.ref ?? address;
    expect(things.get('google_cloud_run_v2_service.bot')).toMatchObject({
      provider: 'gcp',
      kind: 'service',
      public: 'yes',
      authenticated: 'no',
      runs_as: [refOf('google_service_account.bot')],
      images: ['acme/bot:1'],
      env_names: ['MODE', 'OPENAI_API_KEY'],
      literal_env_names: ['MODE'],
    });
    expect(things.get('google_service_account.bot')?.reaches).toEqual([
      { to: refOf('google_secret_manager_secret.key'), access: 'read' },
      { to: refOf('google_storage_bucket.docs'), access: 'admin' },
    ]);
    expect(things.get('google_compute_global_forwarding_rule.front')).toMatchObject({
      kind: 'entrance',
      public: 'yes',
      uses: [refOf('google_cloud_run_v2_service.bot')],
    });
  });

  it('declares Azure: apps with their identities, and the stores that role assignments open', async () => {
    const things = await declared({
      'main.tf': `resource "azurerm_resource_group" "ai" { name = "ai" }
resource "azurerm_user_assigned_identity" "bot" { name = "bot" }
resource "azurerm_container_app" "bot" {
  identity {
    type         = "UserAssigned"
    identity_ids = [azurerm_user_assigned_identity.bot.id]
  }
  ingress { external_enabled = true }
  template {
    container {
      image = "acme/bot:1"
      env {
        name        = "API_TOKEN"
        secret_name = "token"
      }
    }
  }
}
resource "azurerm_linux_web_app" "site" {
  public_network_access_enabled = false
  identity { type = "SystemAssigned" }
  app_settings = { MODE = "chat" }
}
resource "azurerm_key_vault" "keys" { name = "keys" }
resource "azurerm_storage_account" "docs" { name = "docs" }
resource "azurerm_role_assignment" "keys" {
  scope                = azurerm_key_vault.keys.id
  role_definition_name = "Key Vault Secrets User"
  principal_id         = azurerm_user_assigned_identity.bot.principal_id
}
resource "azurerm_role_assignment" "all" {
  scope                = azurerm_resource_group.ai.id
  role_definition_name = "Contributor"
  principal_id         = azurerm_linux_web_app.site.identity[0].principal_id
}
resource "azurerm_cdn_frontdoor_endpoint" "front" { name = "front" }
resource "azurerm_cdn_frontdoor_origin_group" "front" { name = "front" }
resource "azurerm_cdn_frontdoor_route" "front" {
  cdn_frontdoor_endpoint_id     = azurerm_cdn_frontdoor_endpoint.front.id
  cdn_frontdoor_origin_group_id = azurerm_cdn_frontdoor_origin_group.front.id
}
resource "azurerm_cdn_frontdoor_origin" "front" {
  cdn_frontdoor_origin_group_id = azurerm_cdn_frontdoor_origin_group.front.id
  host_name                     = azurerm_linux_web_app.site.default_hostname
}
`,
    });
    const refOf = (address: string) => things.get(address)?.ref ?? address;
    expect(things.get('azurerm_container_app.bot')).toMatchObject({
      provider: 'azure',
      public: 'yes',
      runs_as: [refOf('azurerm_user_assigned_identity.bot')],
      images: ['acme/bot:1'],
      env_names: ['API_TOKEN'],
      literal_env_names: [],
    });
    expect(things.get('azurerm_user_assigned_identity.bot')?.reaches).toEqual([{ to: refOf('azurerm_key_vault.keys'), access: 'read' }]);
    expect(things.get('azurerm_linux_web_app.site')).toMatchObject({
      public: 'no',
      runs_as: [refOf('azurerm_linux_web_app.site/identity')],
    });
    expect(things.get('azurerm_linux_web_app.site/identity')).toMatchObject({ kind: 'role', facts: { administrator: true } });
    expect(things.get('azurerm_cdn_frontdoor_endpoint.front')).toMatchObject({
      kind: 'entrance',
      uses: [refOf('azurerm_linux_web_app.site')],
    });
  });
});
