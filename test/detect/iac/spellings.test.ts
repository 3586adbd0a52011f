import { expect, it } from 'vitest';
import { scanTexts } from '../../support/scan-texts.js';

/** Ways of writing a thing that are neither the first nor the rarest: the rule, whether it finds something, and the only file. */
const cases: readonly (readonly [rule: string, found: boolean, file: string, text: string])[] = [
  [
    'aws-s3-public-acl',
    true,
    'main.tf',
    `resource "aws_s3_object" "o" {
  bucket = "x"
  key = "k"
  acl = "public-read"
}
`,
  ],
  [
    'aws-s3-public-access-block',
    false,
    'main.tf',
    `resource "aws_s3_account_public_access_block" "a" {
  block_public_acls = true
  block_public_policy = true
  ignore_public_acls = true
  restrict_public_buckets = true
}
resource "aws_s3_bucket" "b" { bucket = "x" }
`,
  ],
  [
    'aws-s3-public-access-block',
    true,
    'main.tf',
    `resource "aws_s3_account_public_access_block" "a" {
  block_public_acls = true
  block_public_policy = false
}
`,
  ],
  [
    'aws-s3-policy-public',
    true,
    'main.tf',
    `resource "aws_s3control_access_point_policy" "p" {
  access_point_arn = "arn:aws:s3:::x"
  policy = jsonencode({ Statement = [{ Effect = "Allow", Principal = "*", Action = "s3:GetObject", Resource = "*" }] })
}
`,
  ],
  [
    'aws-sg-ssh-open',
    true,
    'main.tf',
    `resource "aws_ec2_managed_prefix_list" "any" {
  name = "any"
  address_family = "IPv4"
  max_entries = 1
  entry { cidr = "0.0.0.0/0" }
}
resource "aws_security_group_rule" "s" {
  type = "ingress"
  from_port = 22
  to_port = 22
  protocol = "tcp"
  prefix_list_ids = [aws_ec2_managed_prefix_list.any.id]
  security_group_id = "sg-1"
}
`,
  ],
  [
    'aws-ec2-imdsv1',
    false,
    'main.tf',
    `resource "aws_ec2_instance_metadata_defaults" "d" {
  http_tokens = "required"
}
resource "aws_instance" "i" {
  ami = "x"
  instance_type = "t3.micro"
}
`,
  ],
  [
    'aws-ebs-unencrypted',
    true,
    'main.tf',
    `resource "aws_ami" "a" {
  name = "x"
  ebs_block_device {
    device_name = "/dev/xvda"
    volume_size = 8
    encrypted = false
  }
}
`,
  ],
  [
    'aws-rds-unencrypted',
    true,
    'main.tf',
    `resource "aws_docdb_cluster" "c" {
  cluster_identifier = "d"
  storage_encrypted = false
}
`,
  ],
  [
    'aws-rds-unencrypted',
    true,
    'main.tf',
    `resource "aws_neptune_cluster" "c" {
  cluster_identifier = "d"
}
`,
  ],
  [
    'aws-rds-public',
    true,
    'main.tf',
    `resource "aws_neptune_cluster_instance" "c" {
  cluster_identifier = "d"
  publicly_accessible = true
}
`,
  ],
  [
    'aws-rds-unencrypted',
    true,
    'main.tf',
    `resource "aws_rds_global_cluster" "c" {
  global_cluster_identifier = "d"
  storage_encrypted = false
}
`,
  ],
  [
    'aws-broker-public',
    true,
    'main.tf',
    `resource "aws_msk_cluster" "m" {
  cluster_name = "x"
  broker_node_group_info {
    connectivity_info {
      public_access { type = "SERVICE_PROVIDED_EIPS" }
    }
  }
}
`,
  ],
  [
    'aws-redshift-public',
    true,
    'main.tf',
    `resource "aws_redshiftserverless_workgroup" "w" {
  namespace_name = "x"
  workgroup_name = "y"
  publicly_accessible = true
}
`,
  ],
  [
    'aws-lambda-public',
    true,
    'main.tf',
    `resource "aws_lambda_layer_version_permission" "u" {
  layer_name = "f"
  version_number = 1
  statement_id = "x"
  action = "lambda:GetLayerVersion"
  principal = "*"
}
`,
  ],
  [
    'aws-ecs-privileged',
    true,
    'main.tf',
    `resource "aws_batch_job_definition" "t" {
  name = "x"
  type = "container"
  container_properties = jsonencode({ image = "x", privileged = true })
}
`,
  ],
  [
    'aws-elasticache-plaintext',
    true,
    'main.tf',
    `resource "aws_memorydb_cluster" "m" {
  name = "x"
  acl_name = "open"
  node_type = "db"
  tls_enabled = false
}
`,
  ],
  [
    'aws-literal-credential',
    true,
    'main.tf',
    `resource "aws_db_instance" "d" {
  engine = "mysql"
  username = "admin"
  password = "Sup3rS3cretPw!"
  storage_encrypted = true
}
`,
  ],
  [
    'aws-literal-credential',
    true,
    'main.tf',
    `resource "aws_secretsmanager_secret_version" "d" {
  secret_id = "x"
  secret_string = jsonencode({ username = "admin", password = "Sup3rS3cretPw!" })
}
`,
  ],
  [
    'aws-literal-credential',
    true,
    'main.tf',
    `variable "db_password" { default = "Sup3rS3cretPw!" }
resource "aws_rds_cluster" "d" {
  cluster_identifier = "x"
  engine = "aurora"
  master_username = "admin"
  master_password = var.db_password
  storage_encrypted = true
}
`,
  ],
  [
    'iam-oidc-unscoped',
    true,
    'main.tf',
    `resource "aws_iam_role" "r" {
  assume_role_policy = jsonencode({ Statement = [{ Effect = "Allow", Action = "sts:AssumeRoleWithWebIdentity", Principal = { Federated = "arn:aws:iam::1:oidc-provider/gitlab.com" }, Condition = { StringLike = { "gitlab.com:sub" = "project_path:*" } } }] })
}
`,
  ],
  [
    'gcp-firewall-ssh-open',
    true,
    'main.tf',
    `resource "google_compute_firewall_policy_rule" "f" {
  firewall_policy = "x"
  action = "allow"
  direction = "INGRESS"
  priority = 1
  match {
    src_ip_ranges = ["0.0.0.0/0"]
    layer4_configs {
      ip_protocol = "tcp"
      ports = ["22"]
    }
  }
}
`,
  ],
  [
    'gcp-firewall-ssh-open',
    true,
    'main.tf',
    `resource "google_compute_network_firewall_policy_rule" "f" {
  firewall_policy = "x"
  action = "allow"
  direction = "INGRESS"
  priority = 1
  match {
    src_ip_ranges = ["0.0.0.0/0"]
    layer4_configs {
      ip_protocol = "tcp"
      ports = ["22"]
    }
  }
}
`,
  ],
  [
    'ai-sagemaker-notebook-internet',
    true,
    'main.tf',
    `resource "aws_sagemaker_domain" "n" {
  domain_name = "x"
  app_network_access_type = "PublicInternetOnly"
}
`,
  ],
  [
    'k8s-privileged',
    true,
    'k.yaml',
    `apiVersion: v1
kind: PodList
items:
- metadata: {name: p}
  spec:
    containers: [{name: a, image: "b:1", securityContext: {privileged: true}}]
`,
  ],
  [
    'k8s-privileged',
    true,
    'k.yaml',
    `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: p}
spec:
  templates:
    - name: x
      container: {image: "b:1", securityContext: {privileged: true}}
`,
  ],
  [
    'k8s-privileged',
    true,
    'k.yaml',
    `apiVersion: tekton.dev/v1
kind: Task
metadata: {name: p}
spec:
  steps:
    - name: x
      image: b:1
      securityContext: {privileged: true}
`,
  ],
  [
    'k8s-apiserver-anonymous-auth',
    true,
    'k.yaml',
    `apiVersion: kubeadm.k8s.io/v1beta3
kind: ClusterConfiguration
apiServer:
  extraArgs: {anonymous-auth: "true"}
`,
  ],
  [
    'k8s-privileged',
    true,
    'main.tf',
    `resource "kubectl_manifest" "d" {
  yaml_body = <<YAML
apiVersion: v1
kind: Pod
metadata:
  name: x
spec:
  containers:
    - name: a
      image: b:1
      securityContext:
        privileged: true
YAML
}
`,
  ],
  [
    'compose-literal-secret',
    true,
    'compose.yaml',
    `services:
  a: {image: "x:1", command: "redis-server --requirepass Tr0ub4dor3xyz"}
`,
  ],
  [
    'dockerfile-literal-secret',
    true,
    'Dockerfile',
    `FROM a:1
RUN mysql -u root -pTr0ub4dor3xyz -e "x"
`,
  ],
  [
    'dockerfile-download-and-run',
    true,
    'Dockerfile',
    `FROM a:1
RUN curl -fsSL https://x.y/install.sh -o /tmp/i.sh && sh /tmp/i.sh
`,
  ],
  [
    'dockerfile-unsigned-packages',
    true,
    'Dockerfile',
    `FROM a:1
RUN echo "deb [trusted=yes] http://x y z" > /etc/apt/sources.list.d/x.list
`,
  ],
  [
    'dockerfile-download-and-run',
    false,
    'Dockerfile',
    `FROM a:1
RUN curl -fsSLo i.sh https://x.y/install.sh && echo "abc  i.sh" | sha256sum -c - && sh i.sh
`,
  ],
  [
    'dockerfile-download-and-run',
    true,
    'Dockerfile',
    `FROM a:1
RUN wget https://x.y/miniconda.sh && chmod +x miniconda.sh && ./miniconda.sh -b
`,
  ],
  [
    'dockerfile-download-and-run',
    true,
    'Dockerfile',
    `FROM a:1
RUN curl -LO https://bootstrap.pypa.io/get-pip.py && python3 get-pip.py
`,
  ],
  [
    'dockerfile-download-and-run',
    false,
    'Dockerfile',
    `FROM a:1
RUN curl -L https://x.y/a.tgz -o a.tgz && tar xf a.tgz && ./a/configure
`,
  ],
  [
    'dockerfile-download-and-run',
    false,
    'Dockerfile',
    `FROM a:1
COPY entrypoint.sh .
RUN curl -o data.json https://x.y/data.json && sh entrypoint.sh
`,
  ],
  [
    'dockerfile-download-and-run',
    true,
    'Dockerfile',
    `FROM a:1
RUN curl -o i.sh https://x.y/i.sh
RUN sh i.sh
`,
  ],
  [
    'dockerfile-unsigned-packages',
    true,
    'Dockerfile',
    `FROM a:1
RUN printf '[x]\\nname=x\\nbaseurl=http://x\\ngpgcheck=0\\n' > /etc/yum.repos.d/x.repo
`,
  ],
  [
    'dockerfile-literal-secret',
    false,
    'Dockerfile',
    `FROM a:1
RUN mysql -u root -p$PW -e x && mkdir -pv /x && mysql --protocol=tcp
`,
  ],
];

it.each(cases)('%s, found: %s', async (rule, found, file, text) => {
  const { findings } = await scanTexts({ [file]: text });
  expect(findings.some((finding) => finding.rule === rule)).toBe(found);
});
