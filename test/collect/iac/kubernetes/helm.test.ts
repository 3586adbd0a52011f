import { describe, expect, it } from 'vitest';
import { chart, plain, readKubernetes, valueAt } from '../../../support/read-kubernetes.js';

/** The data of a ConfigMap whose template is given line by line. */
async function data(values: string, lines: string, more: Record<string, string> = {}): Promise<unknown> {
  const template = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n${lines}`;
  const { resources, issues } = await readKubernetes(chart(values, { 'map.yaml': template, ...more }));
  expect(issues).toEqual([]);
  return plain(resources[0] && valueAt(resources[0], 'data'));
}

describe('templates of charts', () => {
  it('are rendered with the values of the chart', async () => {
    const values = 'name: web\nport: 8080\nlabels: {b: "2", a: one}\nlist: [x, y]\nempty: ""\n';
    const lines = [
      '  name: {{ .Values.name | upper | quote }}',
      '  port: "{{ add .Values.port 1 }}"',
      '  tag: {{ .Values.empty | default .Chart.AppVersion }}',
      '  {{- range $key, $value := .Values.labels }}',
      '  label-{{ $key }}: {{ $value | quote }}',
      '  {{- end }}',
      '  {{- range $index, $item := .Values.list }}',
      '  item{{ $index }}: {{ $item }}',
      '  {{- end }}',
      '  {{- with .Values.empty }}',
      '  never: {{ . }}',
      '  {{- else }}',
      '  else: taken',
      '  {{- end }}',
      '  {{- $x := "before" }}{{ if eq .Values.name "web" }}{{ $x = "after" }}{{ end }}',
      '  x: {{ $x }}',
      '  text: {{ printf "%s-%d" .Values.name (int .Values.port) | trunc 7 | trimSuffix "-" }}',
    ];
    expect(await data(values, `${lines.join('\n')}\n`)).toEqual({
      name: 'WEB',
      port: '8081',
      tag: '1.4.2',
      'label-a': 'one',
      'label-b': '2',
      item0: 'x',
      item1: 'y',
      else: 'taken',
      x: 'after',
      text: 'web-808',
    });
  });

  it('include and evaluate others, also of subcharts', async () => {
    const more = { '_helpers.tpl': '{{ define "web.labels" }}app: {{ .Chart.Name }}\ntier: {{ tpl .Values.tier . }}{{ end }}' };
    const values = 'tier: "{{ .Values.kind }}-end"\nkind: back\n';
    expect(await data(values, '  {{- include "web.labels" . | nindent 2 }}\n', more)).toEqual({ app: 'web', tier: 'back-end' });
  });

  it('keep unknown what the tree does not hold, and only that', async () => {
    const lines = [
      '  known: {{ .Values.known }}',
      '  release: {{ .Release.Name }}',
      '  unset: {{ .Values.deep.unset }}',
      '  looked: {{ lookup "v1" "Secret" "a" "b" | quote }}',
      '  helper: {{ include "elsewhere" . }}',
      '  {{- if .Capabilities.APIVersions.Has "v2" }}',
      '  perhaps: "yes"',
      '  {{- end }}',
      '  {{- range .Capabilities.APIVersions.List "a" }}',
      '  line: x',
      '  {{- end }}',
    ];
    expect(await data('known: a\n', `${lines.join('\n')}\n`)).toEqual({
      known: 'a',
      release: { $unknown: '{{ .Release.Name }}' },
      unset: { $unknown: '{{ .Values.deep.unset }}' },
      looked: { $unknown: '{{ lookup }}' },
      helper: { $unknown: '{{ include "elsewhere" }}' },
      perhaps: { $unknown: '{{ .Capabilities.APIVersions.Has }}' },
      line: { $unknown: '{{ .Capabilities.APIVersions.List }}' },
    });
  });

  it('leave open which keys a block of unknown text has', async () => {
    expect(await data('', '  a: b\n  {{- include "elsewhere" . | nindent 2 }}\n')).toEqual({ a: 'b', $rest: '{{ include "elsewhere" }}' });
  });

  it('place values at the line of the template, and name the line of values.yaml', async () => {
    const template =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec:\n  {{- if .Values.on }}\n  hostPID: {{ .Values.pid }}\n  {{- end }}\n';
    const { resources } = await readKubernetes(chart('on: true\n\npid: true\n', { 'pod.yaml': template }));
    expect(resources[0] && valueAt(resources[0], 'spec', 'hostPID')).toMatchObject({
      value: true,
      at: { path: 'templates/pod.yaml', line: 6 },
      via: [{ path: 'values.yaml', line: 3 }],
    });
  });

  it('get the values that the parent gives its subchart, under its alias', async () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: "{{ .Values.name }}"}\nspec: {hostPID: {{ .Values.global.pid }}}\n';
    const { resources, issues } = await readKubernetes({
      'Chart.yaml':
        'apiVersion: v2\nname: top\ndependencies:\n  - {name: sub, alias: one}\n  - {name: sub, alias: two, condition: two.enabled}\n  - {name: gone, repository: "https://example.com"}\n',
      'values.yaml': 'global: {pid: true}\none: {name: first}\ntwo: {enabled: false}\n',
      'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\n',
      'charts/sub/values.yaml': 'name: own\n',
      'charts/sub/templates/pod.yaml': pod,
    });
    expect(resources.map((resource) => [resource.name, plain(valueAt(resource, 'spec', 'hostPID'))])).toEqual([['first', true]]);
    expect(issues).toMatchObject([{ kind: 'missing_include', path: 'Chart.yaml', line: 6 }]);
  });

  it('say what cannot be read', async () => {
    const { issues, files } = await readKubernetes(
      chart('', { 'a.yaml': 'apiVersion: v1\nkind: {{ .Values.a\n', 'b.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {{ "[" }}\n' }),
    );
    expect(issues).toMatchObject([
      { path: 'templates/a.yaml', line: 2, kind: 'unparsable' },
      { path: 'templates/b.yaml', kind: 'unparsable' },
    ]);
    expect(files.filter(({ outcome }) => outcome === 'failed').map(({ path }) => path)).toEqual(['templates/a.yaml', 'templates/b.yaml']);
  });

  it.each([
    ['include themselves', '{{ define "x" }}{{ include "x" . }}{{ end }}{{ include "x" . }}', 'too_deep'],
    ['evaluate themselves', '{{ tpl .Values.t . }}', 'too_deep'],
    ['count without end', '{{ range until 1000000000 }}x{{ end }}', 'too_many'],
    ['loop in loops', '{{ range until 9999 }}{{ range until 9999 }}x{{ end }}{{ end }}', 'too_many'],
    ['double a text', '{{ $x := "0123456789" }}{{ range until 60 }}{{ $x = print $x $x }}{{ end }}{{ $x }}', 'too_large'],
  ])('that %s end with an issue', async (_what, template, kind) => {
    const { issues } = await readKubernetes(
      chart('t: "{{ tpl .Values.t . }}"\n', { 'a.yaml': `${template}\napiVersion: v1\nkind: Pod\n` }),
    );
    expect(issues).toMatchObject([{ path: 'templates/a.yaml', kind }]);
  });
});
