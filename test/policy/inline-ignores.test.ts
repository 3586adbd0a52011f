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
});
