import { expect, it } from 'vitest';
import { foundBy, scanTexts } from '../../support/scan-texts.js';

async function found(rule: string, code: string) {
  return foundBy(await scanTexts({ 'main.tf': code }), rule);
}

it('credentials of user data need no assignment', async () => {
  const key = ['AKIA', 'Q3EGRZDXN4LKS2WP'].join('');
  const code = [
    'resource "aws_instance" "a" {',
    '  user_data = <<-EOT',
    '    #!/bin/sh',
    `    aws configure set aws_access_key_id ${key}`,
    '    echo started at noon',
    '  EOT',
    '}',
    '',
  ].join('\n');
  expect(await found('aws-literal-credential', code)).toEqual(['4 critical high']);
});

it('a template that switches the metadata service off answers for its instances', async () => {
  const code = (options: string) =>
    `resource "aws_launch_template" "t" {\n  metadata_options {\n    ${options}\n  }\n}\nresource "aws_instance" "i" {\n  launch_template {\n    id = aws_launch_template.t.id\n  }\n}\n`;
  expect(await found('aws-ec2-imdsv1', code('http_endpoint = "disabled"'))).toEqual([]);
  expect(await found('aws-ec2-imdsv1', code('http_endpoint = "enabled"'))).toHaveLength(2);
});

it('a token of the registry is worth something to who may push', async () => {
  const code = (...actions: string[]) =>
    `resource "aws_iam_policy" "p" {\n  policy = jsonencode({ Statement = [{ Effect = "Allow", Action = ${JSON.stringify(actions)}, Resource = "*" }] })\n}\n`;
  expect(await found('iam-credentials-exposure', code('ecr:GetAuthorizationToken'))).toEqual([]);
  expect(await found('iam-credentials-exposure', code('ecr:GetAuthorizationToken', 'ecr:PutImage'))).toEqual(['2 medium medium']);
});

it('nodes without an account use the default one', async () => {
  const pool = (config: string) => `resource "google_container_node_pool" "p" {\n  node_config {\n    ${config}\n  }\n}\n`;
  expect(await found('gcp-instance-default-sa', pool('machine_type = "e2-small"'))).toEqual(['2 medium high']);
  expect(await found('gcp-instance-default-sa', pool('service_account = "app@p.iam.gserviceaccount.com"'))).toEqual([]);
  expect(await found('gcp-instance-default-sa', 'resource "google_container_cluster" "c" {\n  name = "c"\n}\n')).toEqual([]);
});
