import { expect, it } from 'vitest';
import { scanTexts } from '../../support/scan-texts.js';

const AGENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: agent}
spec:
  template:
    spec:
      serviceAccountName: agent
      containers: [{name: a, image: "ghcr.io/acme/tickets-mcp-server:1"}]
---
`;

function role(trusted: string): string {
  return `resource "aws_s3_bucket" "customers" { bucket = "customers" }
resource "aws_iam_role" "agent" {
  name = "support-agent"
  assume_role_policy = jsonencode({ Statement = [{ Effect = "Allow", ${trusted} }] })
}
resource "aws_iam_role_policy" "agent" {
  role = aws_iam_role.agent.id
  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = ["s3:GetObject"], Resource = "\${aws_s3_bucket.customers.arn}/*" }] })
}
`;
}

const OTHERS = 'Action = "sts:AssumeRole", Principal = { Service = "ec2.amazonaws.com" }';

function trusting(subject: string): string {
  return `Action = "sts:AssumeRoleWithWebIdentity", Principal = { Federated = "arn:aws:iam::1:oidc-provider/oidc.eks" }, Condition = { StringEquals = { "oidc.eks:sub" = "${subject}" } }`;
}

async function identities(texts: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { infrastructure = [] } = await scanTexts(texts);
  const account = infrastructure.find(({ type }) => type === 'ServiceAccount');
  return account?.runs_as ?? [];
}

it('a service account acts as the role that its annotation names, in whatever folder that is declared', async () => {
  const account =
    'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: agent, annotations: {eks.amazonaws.com/role-arn: "arn:aws:iam::1:role/apps/support-agent"}}\n';
  expect(await identities({ 'k8s/agent.yaml': AGENT + account, 'infra/main.tf': role(OTHERS) })).toEqual([
    'iac:infra/main.tf#aws_iam_role.agent',
  ]);
});

it.each([
  ['system:serviceaccount:default:agent', ['iac:infra/main.tf#aws_iam_role.agent']],
  ['system:serviceaccount:default:other', []],
])('a role that trusts %s is one of the service account: %o', async (subject, found) => {
  expect(await identities({ 'k8s/agent.yaml': AGENT, 'infra/main.tf': role(trusting(subject)) })).toEqual(found);
});

it('a pod identity gives a service account its role, also where its own token is not mounted', async () => {
  const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: agent}\nautomountServiceAccountToken: false\n';
  const association =
    'resource "aws_eks_pod_identity_association" "a" {\n  cluster_name = "c"\n  namespace = "default"\n  service_account = "agent"\n  role_arn = aws_iam_role.agent.arn\n}\n';
  expect(await identities({ 'k8s/agent.yaml': AGENT + account, 'infra/main.tf': role(OTHERS) + association })).toEqual([
    'iac:infra/main.tf#aws_iam_role.agent',
  ]);
});

it('accounts of Google and identities of Azure are found likewise', async () => {
  const account =
    'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: agent, annotations: {iam.gke.io/gcp-service-account: agent@acme.iam.gserviceaccount.com}}\n';
  const clouds = `resource "google_service_account" "g" { account_id = "agent" }
resource "azurerm_user_assigned_identity" "z" { name = "agent" }
resource "azurerm_federated_identity_credential" "z" {
  parent_id = azurerm_user_assigned_identity.z.id
  subject   = "system:serviceaccount:default:agent"
}
`;
  expect(await identities({ 'k8s/agent.yaml': AGENT + account, 'infra/main.tf': clouds })).toEqual([
    'iac:infra/main.tf#azurerm_user_assigned_identity.z',
    'iac:infra/main.tf#google_service_account.g',
  ]);
});

it('what Terraform declares of Kubernetes enters the graph', async () => {
  const { infrastructure = [] } = await scanTexts({
    'main.tf': `resource "kubernetes_deployment" "m" {
  metadata { name = "tickets" }
  spec {
    template {
      spec {
        container {
          name  = "m"
          image = "ghcr.io/acme/tickets-mcp-server:1"
        }
      }
    }
  }
}
`,
  });
  expect(infrastructure.map(({ provider, type, name }) => [provider, type, name])).toEqual([['kubernetes', 'Deployment', 'tickets']]);
});

it.each([
  ['build: .', ['node:22']],
  ['build: {context: ./app, dockerfile: ../Dockerfile, target: build}', ['golang:1.24']],
  ['build: ./app', []],
  ['build: "https://example.com/app.git"', []],
])('a service that is built is joined to the image that it is built on: %s', async (build, found) => {
  const report = await scanTexts({
    'compose.yaml': `services:\n  app:\n    ${build}\n`,
    Dockerfile: 'FROM golang:1.24 AS build\nRUN true\nFROM node:22 AS base\nFROM base\nUSER 1000\n',
  });
  expect((report.images ?? []).map(({ reference }) => reference)).toEqual(found);
});
