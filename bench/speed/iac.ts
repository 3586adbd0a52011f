import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from 'yaml';
import { collectIac } from '../../src/collect/iac/collect.js';
import { Walk } from '../../src/collect/walk.js';
import { IacEstate } from '../../src/detect/iac/contract/estate.js';
import { iacRules } from '../../src/detect/iac/registry.js';
import { iacFamily } from '../../src/scan/iac-step.js';
import { diskFiles } from '../../src/system/files.js';
import type { Measure } from './measure.js';

const FILES = 500;
const DOCUMENTS = 20;

/** Reading and judging infrastructure code. */
export async function measureIac(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    return await manifests(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 10 000 Deployments. The floor is what the library takes to cut the same text into tokens. */
async function manifests(folder: string): Promise<Measure[]> {
  const texts = Array.from({ length: FILES }, (_file, file) =>
    Array.from({ length: DOCUMENTS }, (_document, index) => deployment(file * DOCUMENTS + index)).join('---\n'),
  );
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, `app-${index}.yaml`), text);
  const floor = await elapsed(() => {
    for (const text of texts) for (const _token of new Parser().parse(text));
  });
  const memory = process.memoryUsage().rss;
  const read = await elapsed(async () => {
    const walked = [...new Walk(diskFiles, folder, { excluded: () => false, wanted: iacFamily.wants }).run()];
    const { resources } = await collectIac(diskFiles, { absolute: folder, prefix: '' }, walked);
    const estate = new IacEstate(resources);
    for (const rule of iacRules) for (const _judged of rule.judge(estate));
  });
  return [
    { name: '10 000 manifests, read and judged', value: read, unit: 'ms', aim: 5000 },
    { name: '10 000 manifests, floor: tokens alone', value: floor, unit: 'ms' },
    { name: '10 000 manifests, memory beside the program', value: (process.memoryUsage().rss - memory) / 1e6, unit: 'MB' },
  ];
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
