import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { execFileSync } from './programs.js';
import { plain, readKubernetes } from './read-kubernetes.js';
import { projectRoot } from './spawn-cli.js';
import { toolOnPath } from './tool-on-path.js';

export const chartFolder = join(projectRoot, 'deploy/helm/castellan');

// biome-ignore lint/suspicious/noExplicitAny: objects of Kubernetes, whose kinds tests ask about field by field.
export type KubernetesObject = any;

/** The real helm: what TEST_HELM names, else the one in PATH. */
export const helm = toolOnPath('helm', 'TEST_HELM');

const FOR_VERSION = ['--kube-version', '1.31.0'];

/** What helm prints. Throws with its stderr. */
export function runHelm(command: readonly string[], values: readonly string[] = []): string {
  const files = values.flatMap((file) => ['--values', file]);
  return execFileSync(helm ?? 'helm', [...command, chartFolder, ...FOR_VERSION, ...files], { encoding: 'utf8', stdio: 'pipe' });
}

/** The objects of a release named `edge` in the namespace `security`, rendered by helm. */
export function renderedByHelm(values: readonly string[]): KubernetesObject[] {
  const text = runHelm(['template', 'edge', '--namespace', 'security', '--api-versions', 'monitoring.coreos.com/v1'], values);
  return parseAllDocuments(text)
    .map((document) => document.toJSON())
    .filter(Boolean);
}

/**
 * The same objects, rendered by our own reader of charts. It reads a chart with the values that lie in it and knows no release, so the values
 * and the names of the release are written into a copy. What depends on the cluster or on chance is `{ $unknown }`.
 */
export async function renderedByUs(values: Readonly<Record<string, unknown>>): Promise<KubernetesObject[]> {
  const { resources } = await readKubernetes({
    ...templates(),
    'Chart.yaml': readFileSync(join(chartFolder, 'Chart.yaml'), 'utf8'),
    'values.yaml': stringify(merged(defaultValues(), values)),
  });
  return resources.map(({ body }) => plain(body));
}

export function defaultValues(): Record<string, unknown> {
  return parse(readFileSync(join(chartFolder, 'values.yaml'), 'utf8'));
}

function templates(): Record<string, string> {
  const names = readdirSync(join(chartFolder, 'templates'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:yaml|tpl)$/.test(name),
  );
  return Object.fromEntries(
    names.map((name) => [`templates/${name}`, released(readFileSync(join(chartFolder, 'templates', name), 'utf8'))]),
  );
}

function released(text: string): string {
  return text
    .replace(/\$?\w*\.Release\.Name\b/g, '"edge"')
    .replace(/\$?\w*\.Release\.Namespace\b/g, '"security"')
    .replace(/\$?\w*\.Release\.Revision\b/g, '1')
    .replace(/\$?\w*\.Release\.Service\b/g, '"Helm"');
}

function merged(below: unknown, above: unknown): unknown {
  if (!isMap(below) || !isMap(above)) return above;
  const keys = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries([...keys].map((key) => [key, key in above ? merged(below[key], above[key]) : below[key]]));
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
