import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type MetricEntry, metricTable } from '../../src/control-plane/ground/metric-table.js';
import { spawnSync } from '../support/programs.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { projectRoot } from '../support/spawn-cli.js';

const RULES = join(projectRoot, 'deploy/prometheus/castellan.rules.yaml');
const DASHBOARD = join(projectRoot, 'deploy/grafana/castellan.json');

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { uid: string };
  fieldConfig?: { defaults: { unit: string } };
  targets?: { expr: string; datasource: { uid: string } }[];
}

const alerts: Alert[] = parse(readFileSync(RULES, 'utf8')).groups.flatMap(({ rules }: { rules: Alert[] }) => rules);
const dashboard = JSON.parse(readFileSync(DASHBOARD, 'utf8'));
const panels: Panel[] = dashboard.panels;
const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr })));
const expressions = [...alerts.map(({ alert, expr }) => ({ of: alert, expr })), ...queries];

/** Labels that Prometheus itself adds. */
const GIVEN = ['job', 'instance', 'le'];

interface Used {
  metric: string;
  labels: string[];
}

/** The metrics that an expression of PromQL selects, with the labels it matches, and the labels that it groups by. */
function usedIn(expr: string): { used: Used[]; grouped: string[]; isValid: boolean } {
  // Grafana puts its own values in the place of these before Prometheus sees them.
  const text = expr.replaceAll('$__rate_interval', '5m');
  const [used, grouped]: [Used[], string[]] = [[], []];
  let isValid = true;
  parser.parse(text).iterate({
    enter(node) {
      const own = text.slice(node.from, node.to);
      if (node.type.isError) isValid = false;
      if (node.name === 'VectorSelector') used.push({ metric: /^[\w:]+/.exec(own)?.[0] ?? '', labels: [] });
      if (node.name === 'LabelName') {
        const isGroup = node.node.parent?.name === 'GroupingLabels';
        if (isGroup) grouped.push(own);
        else used.at(-1)?.labels.push(own);
      }
    },
  });
  return { used, grouped, isValid };
}

const plane = serveFolder();
let server: ServeProcess;
const printed = new Map<string, Set<string>>();

beforeAll(async () => {
  server = await startServe({ home: plane.path, env: { SERVICE_METRICS_ON_LOOPBACK: '1' } });
  plane.started.push(server);
  await fetch(`${server.url}/v1/auth/me`);
  const text = await (await fetch(`${server.url}/metrics`)).text();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const entry: MetricEntry | undefined = (metricTable as Record<string, MetricEntry>)[name];
    const labels = new Set<string>(entry?.labels ?? []);
    for (const ending of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) printed.set(name + ending, labels);
  }
  for (const [, name = '', list = ''] of text.matchAll(/^([a-z]\w+)\{([^}]*)\} /gm))
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) printed.get(name)?.add(label);
});
afterAll(() => plane.dispose());

describe('dashboard and alerts', () => {
  it.each(expressions)('ask for metrics and labels that a running service prints: $of', ({ expr }) => {
    const { used, grouped, isValid } = usedIn(expr);
    expect(isValid, expr).toBe(true);
    expect(used.length).toBeGreaterThan(0);
    for (const { metric, labels } of used.filter((one) => one.metric !== 'up')) {
      expect([...printed.keys()]).toContain(metric);
      expect([...(printed.get(metric) ?? []), ...GIVEN]).toEqual(expect.arrayContaining([...labels, ...grouped]));
    }
  });

  it('notice a metric, a label and an expression that are none', () => {
    expect(usedIn('sum by (part) (castellan_rady{parts="x"})')).toEqual({
      used: [{ metric: 'castellan_rady', labels: ['parts'] }],
      grouped: ['part'],
      isValid: true,
    });
    expect(usedIn('sum by (part) (castellan_ready').isValid).toBe(false);
    expect(printed.has('castellan_rady')).toBe(false);
  });

  it('show every metric of ours', () => {
    const asked = new Set(
      expressions.flatMap(({ expr }) => usedIn(expr).used.map(({ metric }) => metric.replace(/_(?:bucket|sum|count)$/, ''))),
    );
    expect(Object.keys(metricTable).filter((name) => !asked.has(name))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('names no data source of ours, has a unit for each panel, and no panel over another', () => {
    expect(dashboard.uid ?? null).toBeNull();
    const sources = panels.flatMap(({ datasource, targets = [] }) => [datasource?.uid, ...targets.map((one) => one.datasource.uid)]);
    expect(new Set(sources.filter((uid) => uid !== undefined))).toEqual(new Set(['${datasource}']));
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { type, title, fieldConfig, gridPos } of panels) {
      if (type !== 'row') expect(fieldConfig?.defaults.unit, title).toBeTruthy();
      expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    }
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

describe('the alerts', () => {
  const page = readFileSync(join(projectRoot, 'docs/observability.md'), 'utf8');

  it.each(alerts)('have a severity, a summary and a runbook: $alert', ({ alert, labels, annotations }) => {
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations.summary).toBeTruthy();
    expect(annotations.runbook_url).toMatch(new RegExp(`/docs/observability\\.md#${alert.toLowerCase()}$`));
    expect(page).toContain(`\n### ${alert}\n`);
  });

  const promtool = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'promtool'))
    .find((path) => existsSync(path));
  it.skipIf(promtool === undefined)('are what promtool takes (skipped where it is not installed)', () => {
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'rules', RULES], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`).toContain('SUCCESS');
    expect(status).toBe(0);
  });
});
