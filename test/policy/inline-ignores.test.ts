import { describe, expect, it } from 'vitest';
import { ignoresIn } from '../../src/collect/ignore-comments.js';
import type { Finding } from '../../src/model/finding.js';
import { InlineIgnores } from '../../src/policy/inline-ignores.js';

function found(line: number, rule = 'dockerfile-sudo'): Finding {
  return { rule, aliases: [], locations: [{ path: 'Dockerfile', line }] } as Partial<Finding> as Finding;
}

function ignores(text: string, blocks: { line: number; endLine: number }[] = []): InlineIgnores {
  return new InlineIgnores(ignoresIn(text, 'Dockerfile', blocks), '2026-05-01');
}

describe('comments that set a rule aside', () => {
  it('speak for their own line, the line below, and the block that starts there', () => {
    const own = ignores('RUN sudo x # castellan:ignore dockerfile-sudo -- vendor script\nRUN sudo y');
    expect(own.find(found(1))).toEqual({ by: 'ignore', reason: 'vendor script' });
    expect(own.find(found(2))).toBeUndefined();
    const above = ignores(
      'FROM x\n# castellan:ignore dockerfile-sudo -- vendor [until=2026-06-01]\n# more\nRUN sudo x \\\n  y\nRUN sudo z',
      [{ line: 4, endLine: 5 }],
    );
    expect(above.find(found(5))).toEqual({ by: 'ignore', reason: 'vendor', expires: '2026-06-01' });
    expect(above.find(found(6))).toBeUndefined();
    expect(above.find(found(5, 'dockerfile-user-root'))).toBeUndefined();
    expect(above.notes()).toEqual([]);
  });

  it('hold neither without a reason nor after their date, and say so', () => {
    const lacking = ignores('# castellan:ignore dockerfile-sudo\nRUN sudo x');
    expect(lacking.find(found(2))).toBeUndefined();
    expect(lacking.notes()).toMatchObject([{ kind: 'unused_ignore', text: expect.stringContaining('gives no reason') }]);
    const ended = ignores('// castellan:ignore dockerfile-sudo -- soon gone [until=2026-04-30]\nRUN sudo x');
    expect(ended.find(found(2))).toBeUndefined();
    expect(ended.notes()).toMatchObject([{ kind: 'expired_ignore', text: expect.stringContaining('2026-04-30') }]);
    const odd = ignores('# castellan:ignore dockerfile-sudo -- later [until=tomorrow]\nRUN sudo x');
    expect(odd.find(found(2))).toBeUndefined();
    expect(odd.notes()).toMatchObject([{ text: expect.stringContaining('YYYY-MM-DD') }]);
  });

  it('of other scanners are known by their scanner and set nothing aside', () => {
    const text = [
      '# checkov:skip=CKV_DOCKER_3:later',
      '#trivy:ignore:AVD-DS-0002',
      '# hadolint ignore=DL3002',
      'x: y # zizmor: ignore[template-injection]',
      '# kics-scan ignore-line',
      'USER root',
    ].join('\n');
    expect(ignoresIn(text, 'Dockerfile').map(({ foreign, rule, endLine }) => [foreign, rule, endLine])).toEqual([
      ['checkov', 'CKV_DOCKER_3', 4],
      ['trivy', 'AVD-DS-0002', 4],
      ['hadolint', 'DL3002', 4],
      ['zizmor', 'template-injection', 4],
      ['kics', 'ignore-line', 6],
    ]);
    expect(ignores(text).find(found(6, 'CKV_DOCKER_3'))).toBeUndefined();
  });

  it.each([
    [
      'a container of a list',
      'spec:\n  containers:\n    # castellan:ignore r -- why\n    - name: a\n      image: b\n    - name: c',
      [3, 5],
    ],
    ['a key and its list', '# castellan:ignore r -- why\non:\n- push\n- pull_request\njobs: {}', [1, 4]],
    ['a comment of a Go template', '{{- /* castellan:ignore r -- why */ -}}\nkind: Pod\nspec: {}', [1, 2]],
    [
      'a block past steps of a template',
      '# castellan:ignore r -- why\nspec:\n{{- if .Values.a }}\n  hostPID: true\n{{- end }}\nx: y',
      [1, 4],
    ],
    ['a comment over several lines', '/*\n  castellan:ignore r -- why\n*/\nresource "a" "b" {\n  c = 1\n}', [2, 5]],
    ['the document below', '# castellan:ignore r -- why\n---\nkind: Pod', [1, 3]],
  ])('speaks for %s', (_, text, [line, endLine]) => {
    expect(ignoresIn(text, 'f', [])).toEqual([{ path: 'f', rule: 'r', reason: 'why', line, endLine }]);
  });

  it('stands in JSON under the key that Terraform leaves for comments', () => {
    const text = '{"resource": {"a": {"b": {\n  "//": "castellan:ignore r -- why",\n  "c": true\n}}}}';
    expect(ignoresIn(text, 'f', [{ line: 1, endLine: 4 }])).toMatchObject([{ rule: 'r', reason: 'why', line: 1, endLine: 4 }]);
  });

  it('speak for one line where the format is not known', () => {
    expect(ignoresIn('# castellan:ignore r -- why\ndef f():\n  return 1', 'f')).toMatchObject([{ line: 1, endLine: 2 }]);
  });

  it('keep the plain words of their reason, but not a password', () => {
    const reasonOf = (code: string) => ignoresIn(`# castellan:ignore r -- needs the host and tulip\n${code}`, 'f', [])[0]?.reason;
    expect(reasonOf('a:\n  network_mode: host')).toBe('needs the host and tulip');
    expect(reasonOf('a:\n  DB_PASSWORD: tulip')).toBe('needs the host and <redacted>');
    expect(reasonOf('a:\n  - name: DB_PASSWORD\n    value: tulip')).toBe('needs the host and <redacted>');
  });

  it('name no rule where they are misspelt', () => {
    const own = new InlineIgnores(ignoresIn('# castellan:ignore dockerfile-suod -- vendor\nRUN sudo x', 'Dockerfile', []), '2026-05-01', [
      'dockerfile-sudo',
    ]);
    expect(own.find(found(2))).toBeUndefined();
    expect(own.notes()).toMatchObject([{ kind: 'unused_ignore', text: expect.stringContaining('did you mean "dockerfile-sudo"?') }]);
  });
});
