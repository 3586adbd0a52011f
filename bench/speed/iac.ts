import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEvents } from 'js-yaml';
import { collectIac } from '../../src/collect/iac/collect.js';
import { Walk } from '../../src/collect/walk.js';
import { IacEstate } from '../../src/detect/iac/contract/estate.js';
import { iacRules } from '../../src/detect/iac/registry.js';
import { iacFamily } from '../../src/scan/iac-step.js';
import { diskFiles } from '../../src/system/files.js';
import type { Measure } from './measure.js';

const FILES = 500;
const DOCUMENTS = 20;
/** Objects of an application. */
const OBJECTS = 5;
const ROOTS = 200;
const FILES_OF_ROOT = 10;

/** Reading and judging manifests of Kubernetes. */
export async function measureIac(): Promise<Measure[]> {
  return inFolder(manifests);
}

/** Reading and judging Terraform. */
export async function measureTerraform(): Promise<Measure[]> {
  return inFolder(terraform);
}

async function inFolder(measure: (folder: string) => Promise<Measure[]>): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    return await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function terraform(folder: string): Promise<Measure[]> {
  writeTerraform(folder, ROOTS * FILES_OF_ROOT);
  return judged('2 000 Terraform files', folder);
}

/** Roots of ten files, each with variables, locals, a loop and a module of the tree. */
export function writeTerraform(folder: string, files: number): void {
  mkdirSync(join(folder, 'modules/store'), { recursive: true });
  writeFileSync(join(folder, 'modules/store/main.tf'), STORE);
  for (let root = 0; root < files / FILES_OF_ROOT; root++) {
    mkdirSync(join(folder, `root-${root}`));
    for (let file = 0; file < FILES_OF_ROOT; file++)
      writeFileSync(join(folder, `root-${root}`, `part-${file}.tf`), file === 0 ? VARIABLES : partOf(root, file));
  }
}

/** Time to read and judge a folder, and what it leaves in memory. */
async function judged(what: string, folder: string): Promise<Measure[]> {
  const memory = process.memoryUsage().rss;
  const read = await elapsed(async () => {
    const walked = [...new Walk(diskFiles, folder, { excluded: () => false, wanted: iacFamily.wants }).run()];
    const { resources } = await collectIac(diskFiles, { absolute: folder, prefix: '' }, walked);
    const estate = new IacEstate(resources);
    for (const rule of iacRules) for (const _judged of rule.judge(estate));
  });
  return [
    { name: `${what}, read and judged`, value: read, unit: 'ms', aim: 5000 },
    { name: `${what}, memory beside the program`, value: (process.memoryUsage().rss - memory) / 1e6, unit: 'MB' },
  ];
}

/** 10 000 Deployments. The floor is what the library takes to read the same text. */
async function manifests(folder: string): Promise<Measure[]> {
  const apart = join(folder, 'apart');
  const together = join(folder, 'together');
  const texts = writeManifests(apart, FILES * DOCUMENTS);
  writeApplications(together, (FILES * DOCUMENTS) / OBJECTS);
  const floor = await elapsed(() => {
    for (const text of texts) parseEvents(text, {});
  });
  return [
    ...(await judged('10 000 manifests', apart)),
    ...(await judged('10 000 manifests of one namespace that name each other', together)),
    { name: '10 000 manifests, floor: the parser alone', value: floor, unit: 'ms' },
  ];
}

/** Applications, each of five objects that name each other. */
function writeApplications(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < count; number++) writeFileSync(join(folder, `app-${number}.yaml`), application(number));
}

/** Deployments, twenty a file. Returns the texts. */
export function writeManifests(folder: string, documents: number): string[] {
  mkdirSync(folder, { recursive: true });
  const texts = Array.from({ length: documents / DOCUMENTS }, (_file, file) =>
    Array.from({ length: DOCUMENTS }, (_document, index) => deployment(file * DOCUMENTS + index)).join('---\n'),
  );
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, `app-${index}.yaml`), text);
  return texts;
}

async function elapsed(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function deployment(number: number): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: app-${number}
  namespace: shop
  labels: {app: app-${number}}
spec:
  replicas: 2
  selector:
    matchLabels: {app: app-${number}}
  template:
    metadata:
      labels: {app: app-${number}}
    spec:
      serviceAccountName: app
      containers:
        - name: app
          image: registry.example.com/app:1.${number}.0
          env:
            - name: LOG_LEVEL
              value: info
          ports:
            - containerPort: 8080
          resources:
            limits:
              memory: 256Mi
          securityContext:
            allowPrivilegeEscalation: false
            runAsNonRoot: true
`;
}

function application(number: number): string {
  const named = `metadata: {name: app-${number}, namespace: shop}`;
  return `${deployment(number).replace('serviceAccountName: app\n', `serviceAccountName: app-${number}\n`)}---
apiVersion: v1
kind: Service
${named}
spec: {type: NodePort, selector: {app: app-${number}}, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
${named}
spec: {rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: app-${number}, port: {number: 80}}}}]}}]}
---
apiVersion: v1
kind: ServiceAccount
${named}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
${named}
subjects: [{kind: ServiceAccount, name: app-${number}, namespace: shop}]
roleRef: {kind: Role, name: app-${number}, apiGroup: rbac.authorization.k8s.io}
`;
}

const VARIABLES = `variable "environment" { default = "prod" }
variable "cidrs" { default = ["10.0.0.0/8", "192.168.0.0/16"] }
locals {
  prefix = "app-\${var.environment}"
  names  = { for name in ["a", "b", "c"] : name => upper(name) }
  tags   = merge({ environment = var.environment }, { owner = "shop" })
}
`;

const STORE = `variable "name" {}
resource "aws_s3_bucket" "this" {
  bucket = var.name
}
resource "aws_s3_bucket_public_access_block" "this" {
  bucket              = aws_s3_bucket.this.id
  block_public_acls   = true
  block_public_policy = true
}
`;

function partOf(root: number, file: number): string {
  const id = `${root}_${file}`;
  return `resource "aws_security_group" "g_${id}" {
  name = "\${local.prefix}-${id}"
  dynamic "ingress" {
    for_each = var.cidrs
    content {
      from_port   = 8080
      to_port     = 8080
      protocol    = "tcp"
      cidr_blocks = [ingress.value]
    }
  }
  tags = local.tags
}
resource "aws_iam_role" "r_${id}" {
  for_each = local.names
  name     = "\${local.prefix}-\${each.value}-${id}"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }]
  })
}
module "store_${id}" {
  source = "../modules/store"
  name   = "\${local.prefix}-${id}"
}
`;
}
