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
