import { describe, expect, it } from 'vitest';
import { stagesOf } from '../../../src/collect/iac/dockerfile/evaluate.js';
import { parseDockerfile } from '../../../src/collect/iac/dockerfile/parse-dockerfile.js';
import { IacEstate } from '../../../src/detect/iac/contract/estate.js';
import { textOf } from '../../../src/detect/iac/contract/values.js';
import { type DockerStage, dockerStages } from '../../../src/detect/iac/views/dockerfile.js';

function stages(text: string): DockerStage[] {
  const resources = stagesOf(parseDockerfile(text).instructions, 'Dockerfile');
  return new IacEstate(resources).view(dockerStages).map(({ subject }) => subject);
}

function commands(text: string): string[] {
  const [stage] = stages(`FROM x\n${text}`);
  const calls = stage?.all('RUN').flatMap((run) => run.calls) ?? [];
  return calls.map(({ program, args, at }) => `${at.line} ${[program, ...args.map((word) => word.text)].join(' ')}`);
}

describe('Dockerfiles', () => {
  it('have stages that start from others, with the variables of those', () => {
    const [base, own] = stages('ARG V=3.22\nFROM alpine:${V} AS base\nENV A=1 B="two words"\nFROM base\nARG V\nRUN true\n');
    expect([textOf(base?.image), base?.isFinal, own?.isFinal, own?.base?.address]).toEqual(['alpine:3.22', false, true, 'stages.base']);
    expect(['A', 'B', 'V'].map((name) => textOf(own?.variable(name)))).toEqual(['1', 'two words', '3.22']);
  });

  it('leave arguments of the build open, and keep what is known of a text', () => {
    const [stage] = stages('ARG R\nFROM ${R}/x:1\nARG P\nEXPOSE ${P:-80} $P/udp\n');
    expect(stage?.image).toMatchObject({ kind: 'unknown', pieces: [null, '/x:1'] });
    expect(stage?.all('EXPOSE')[0]?.words).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown', pieces: [null, '/udp'] }]);
  });

  it('say where each command of a step stands', () => {
    expect(commands('RUN --mount=type=cache,target=/x a b && \\\n  # why\n  c | d\n')).toEqual(['2 a b', '4 c', '4 d']);
    expect(commands('RUN <<EOF\nset -e\na\nEOF\nRUN b\n')).toEqual(['3 set -e', '4 a', '6 b']);
    expect(commands('RUN if a; then sudo -u me b; fi; x=$(c) sh -c "d; e"\n')).toEqual([
      '2 a',
      '2 b',
      '2 fi',
      '2 sh -c d; e',
      '2 d',
      '2 e',
      '2 c',
    ]);
    expect(commands('RUN ["a", "b c"]\n')).toEqual(['2 a b c']);
    expect(commands('RUN <<EOF python3\nimport os\nEOF\n').filter((line) => line.includes('import'))).toEqual([]);
  });

  it('may have another escape character', () => {
    const [stage] = stages('# escape=`\nFROM x\nRUN a `\n  b\nCOPY C:\\x D:\\y\n');
    expect(stage?.all('RUN')[0]?.calls.map(({ args }) => args.map(({ text }) => text))).toEqual([['b']]);
  });

  it('are read on behind a line that is no instruction', () => {
    const { instructions, issues } = parseDockerfile('FROM x\nnonsense here\nUSER root\nRUN <<END\nnever ends\n');
    expect(instructions.map(({ name }) => name)).toEqual(['FROM', 'USER', 'RUN']);
    expect(issues).toMatchObject([
      { kind: 'unparsable', line: 2 },
      { kind: 'unparsable', line: 4 },
    ]);
  });
});
