import { expect, it } from 'vitest';
import { render } from '../support/rendering.js';
import { scanTexts } from '../support/scan-texts.js';

const ROLE = 'arn:aws:iam::111122223333:role/shop-agent';
const texts = {
  'api/Dockerfile': 'FROM node:22.4.1\nUSER node\nCMD ["node", "server.js"]\n',
  'skaffold.yaml': 'apiVersion: skaffold/v4beta11\nkind: Config\nbuild: { artifacts: [{ image: shop/agent, context: api }] }\n',
  'k8s/agent.yaml': `apiVersion: v1
kind: ServiceAccount
metadata: { name: agent, namespace: shop, annotations: { eks.amazonaws.com/role-arn: "${ROLE}" } }
---
apiVersion: v1
kind: Pod
metadata: { name: agent, namespace: shop, labels: { app: agent } }
spec:
  serviceAccountName: agent
  containers: [{ name: web, image: shop/agent, ports: [{ containerPort: 8080 }] }]
---
apiVersion: v1
kind: Service
metadata: { name: agent, namespace: shop }
spec: { type: LoadBalancer, selector: { app: agent }, ports: [{ port: 80, targetPort: 8080 }] }
`,
  'infra/main.tf': `resource "aws_iam_role" "agent" {
  name = "shop-agent"
  assume_role_policy = jsonencode({ Statement = [{ Effect = "Allow", Action = "sts:AssumeRoleWithWebIdentity",
    Principal = { Federated = "arn:aws:iam::111122223333:oidc-provider/oidc.eks.eu-west-1.amazonaws.com/id/X" },
    Condition = { StringEquals = { "oidc.eks.eu-west-1.amazonaws.com/id/X:sub" = "system:serviceaccount:shop:agent" } } }] })
}
resource "aws_s3_bucket" "orders" { bucket = "shop-orders" }
resource "aws_iam_role_policy" "agent" {
  role = aws_iam_role.agent.id
  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = ["s3:GetObject"], Resource = "\${aws_s3_bucket.orders.arn}/*" }] })
}
`,
};

it('a workload is told in one place, from its base image to the data of its cloud role', async () => {
  const text = (await render('console', await scanTexts(texts), { width: 200 })).replace(/\s+/g, ' ');
  expect(text).toMatch(
    /runs node:22\.4\.1, shop\/agent; open to the internet; reaches service account agent; role agent; data store orders/,
  );
  expect(text).toContain('agent (service) → agent (service account) → agent (role) → orders');
});

const task = (isPublic: boolean) => `resource "aws_s3_bucket" "orders" { bucket = "shop-orders" }
resource "aws_s3_bucket_acl" "orders" {
  bucket = aws_s3_bucket.orders.id
  acl    = "public-read"
}
resource "aws_iam_role" "bot" { name = "bot" }
resource "aws_iam_role_policy" "bot" {
  role   = aws_iam_role.bot.id
  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = "s3:*", Resource = "*" }] })
}
resource "aws_ecs_task_definition" "bot" {
  task_role_arn         = aws_iam_role.bot.arn
  container_definitions = jsonencode([
    { name = "support-agent", image = "shop/support-agent:1", secrets = [{ name = "ANTHROPIC_API_KEY", valueFrom = "arn:aws:secretsmanager:eu-west-1:111122223333:secret:key" }] },
    { name = "datadog-agent", image = "datadog/agent:7" },
  ])
}
resource "aws_security_group" "open" {
  ingress {
    from_port   = 0
    to_port     = 65535
    protocol    = "tcp"
    cidr_blocks = ["0.0.0.0/0"]
  }
}
resource "aws_ecs_service" "bot" {
  task_definition = aws_ecs_task_definition.bot.arn
  network_configuration {
    subnets          = ["subnet-1"]
    security_groups  = [aws_security_group.open.id]
    assign_public_ip = ${isPublic}
  }
}
`;

it('a task of ECS is told from the rule that lets everybody in to the bucket that its role may empty', async () => {
  const text = (await render('console', await scanTexts({ 'main.tf': task(true) }), { width: 200 })).replace(/\s+/g, ' ');
  expect(text).toContain('internet → open (security group) → bot (agent) → bot (role) → orders');
  expect(text).toMatch(
    /aws_security_group\.open .{0,80} open to the internet; reaches agent bot; credential ANTHROPIC_API_KEY; role bot; data store orders/,
  );
  expect(text).toMatch(
    /aws_iam_role_policy\.bot .{0,80} reached from the internet through others; reaches agent bot; data store orders .{0,5}CRITICAL ai-agent-wildcard-iam/,
  );
  expect(text).toContain('internet → orders (access list) → orders (data)');
});

it('a rule that lets everybody in opens no task without an address of the internet', async () => {
  const text = (await render('console', await scanTexts({ 'main.tf': task(false) }), { width: 200 })).replace(/\s+/g, ' ');
  expect(text).toContain('aws-sg-all-ports-open');
  expect(text).not.toContain('internet → open');
});
