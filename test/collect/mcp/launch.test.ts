import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLaunch } from '../../../src/collect/launch/launch.js';
import { cpuTime } from '../../support/cpu-time.js';

const words = (line: string) => line.split(' ');

/** `npm name@version`, with `~` for one that floats. */
function packageOf(argv: string[]): string | undefined {
  const { package: fetched } = readLaunch(argv);
  return fetched && `${fetched.ecosystem} ${fetched.name}@${fetched.version ?? ''}${fetched.floating ? '~' : ''}`;
}

describe('what a launch line fetches', () => {
  it.each([
    ['npx -y @scope/name@1.2.3', 'npm @scope/name@1.2.3'],
    ['npx name', 'npm name@~'],
    ['npx -y name@latest', 'npm name@~'],
    ['npx -y name@^1.2.0', 'npm name@~'],
    ['npx -y name@1', 'npm name@~'],
    ['npx -y name@1.2.3-rc.1 --port 8080', 'npm name@1.2.3-rc.1'],
    ['npx -y -p @scope/name@2.0.0 command', 'npm @scope/name@2.0.0'],
    ['npx --package=name@2.0.0 command', 'npm name@2.0.0'],
    ['C:\\node\\NPX.CMD -y name@1.2.3', 'npm name@1.2.3'],
    ['npm exec -- name@1.2.3', 'npm name@1.2.3'],
    ['npm exec --yes name', 'npm name@~'],
    ['bunx name@1.2.3', 'npm name@1.2.3'],
    ['bun x name', 'npm name@~'],
    ['pnpm dlx name@1.2.3', 'npm name@1.2.3'],
    ['yarn dlx -q name', 'npm name@~'],
    ['uvx name==1.4.0', 'pypi name@1.4.0'],
    ['uvx name@1.4.0', 'pypi name@1.4.0'],
    ['uvx name>=1.0', 'pypi name@~'],
    ['uvx --from name[cli]==1.0.1 command', 'pypi name@1.0.1'],
    ['uvx --python 3.12 name', 'pypi name@~'],
    ['uv tool run name', 'pypi name@~'],
    ['uv run --with name==2.1 serve', 'pypi name@2.1'],
    ['pipx run --spec name==1.0.1 command', 'pypi name@1.0.1'],
    ['deno run -A npm:@scope/name@1.2.3', 'npm @scope/name@1.2.3'],
    ['deno run --allow-net jsr:@scope/name', 'jsr @scope/name@~'],
    ['go run example.com/tool/cmd@v0.11.1', 'golang example.com/tool/cmd@v0.11.1'],
    ['go run example.com/tool/cmd@latest', 'golang example.com/tool/cmd@~'],
    ['dnx Package@1.2.3 --yes', 'nuget Package@1.2.3'],
    ['npx -y github:owner/repo', 'git github.com/owner/repo@~'],
    ['npx -y github:owner/repo#v1.2.0', 'git github.com/owner/repo@v1.2.0'],
    ['uvx --from git+https://host.example/owner/repo@main command', 'git host.example/owner/repo@~'],
  ])('%s', (line, expected) => {
    expect(packageOf(words(line))).toBe(expected);
  });

  it.each([
    ['cmd', '/c', 'npx', '-y', 'name@1.2.3'],
    ['cmd.exe', '/d', '/c', 'npx -y name@1.2.3'],
    ['env', 'A=b', 'npx', '-y', 'name@1.2.3'],
    ['npx', 'cross-env', 'A=b', 'npx', 'name@1.2.3'].slice(1),
    ['wsl.exe', '--', 'npx', '-y', 'name@1.2.3'],
    ['wsl', '-d', 'Ubuntu', 'bash', '-lc', 'npx -y name@1.2.3'],
    ['bash', '-euo', 'pipefail', '-c', 'npx -y name@1.2.3'],
    ['sh', '-c', 'cd /srv && exec npx -y name@1.2.3'],
    ['sudo', '-u', 'dana', 'npx', '-y', 'name@1.2.3'],
    ['timeout', '60', 'npx', '-y', 'name@1.2.3'],
    ['nice', '-n', '5', 'npx', 'name@1.2.3'],
    ['env', '-S', 'npx -y name@1.2.3'],
    ['sudo', 'env', 'A=b', 'timeout', '-k', '5', '60', 'sh', '-c', 'npx -y name@1.2.3'],
  ])('sees through %s %s', (...argv) => {
    expect(packageOf(argv)).toBe('npm name@1.2.3');
  });
});

describe('files, images, variables', () => {
  it.each([
    ['node /srv/server.js --stdio', '/srv/server.js'],
    ['python3 -u ./server.py', './server.py'],
    ['uv --directory /srv/app run server.py', '/srv/app/server.py'],
    ['npx tsx src/index.ts', 'src/index.ts'],
    ['java -Xmx256m -jar /srv/server.jar', '/srv/server.jar'],
    ['/opt/tool/bin/server stdio', '/opt/tool/bin/server'],
    ['bash start.sh', 'start.sh'],
  ])('%s runs a file', (line, path) => {
    expect(readLaunch(words(line)).localPath).toBe(path);
  });

  it.each(['python -m module', 'server stdio', 'node -e code', 'npm run start', ''])('%s runs none', (line) => {
    expect(readLaunch(words(line)).localPath).toBeUndefined();
  });

  it('finds the image behind the options of the engine', () => {
    const { image, runner, envNames, envValues } = readLaunch(
      words('docker run -i --rm -e TOKEN --env=A=b --name x registry.example/team/tool:1 --flag'),
    );
    expect({ image, runner, envNames }).toEqual({ image: 'registry.example/team/tool:1', runner: 'docker', envNames: ['A', 'TOKEN'] });
    expect(envValues).toEqual([{ name: 'A', value: 'b', index: 6 }]);
    expect(readLaunch(words('docker mcp gateway run')).image).toBeUndefined();
  });

  it('lists every command on the way, with the words of argv they stand in', () => {
    const { steps } = readLaunch(['sudo', 'sh', '-c', 'cd /srv && npx -y name@1.2.3 --port 1; sudo reboot']);
    expect(steps.map(({ program }) => program)).toEqual(['sudo', 'sh', 'npx', 'name', 'sudo']);
    expect(steps[2]?.words.map(({ index }) => index)).toEqual([3, 3, 3, 3, 3]);
  });
});

describe('a line with castellan before the server', () => {
  it.each([
    'castellan proxy -- npx -y name@1.2.3 --port 1',
    '/usr/bin/node /opt/bin/castellan proxy --server x --mode enforce -- npx -y name@1.2.3 --port 1',
    'C:\\node\\node.exe C:\\castellan\\bin\\castellan.cjs proxy --server=x -- npx -y name@1.2.3 --port 1',
    'castellan shield --env A -- npx -y name@1.2.3 --port 1',
    'castellan run proxy --policy strict npx/name@1.2.3 -- --port 1',
    'env A=b castellan proxy -- npx -y name@1.2.3 --port 1',
    'castellan proxy -- castellan shield -- npx -y name@1.2.3 --port 1',
  ])('starts the server: %s', (line) => {
    expect(packageOf(words(line))).toBe('npm name@1.2.3');
    expect(readLaunch(words(line))).toMatchObject({
      inner: words('npx -y name@1.2.3 --port 1'),
      relayed: words('npx -y name@1.2.3 --port 1'),
    });
  });

  it('counts the words of each once', () => {
    const { steps } = readLaunch(words('node /opt/castellan proxy --server x -- node -e 1'));
    expect(steps.map((step) => step.words.map(({ text }) => text).join(' '))).toEqual([
      'node /opt/castellan proxy --server x --',
      'node -e 1',
    ]);
  });

  it.each([
    'castellan scan -- x',
    'castellan proxy x',
    'node other.js proxy -- npx name',
    'castellan run proxy github',
    './castellan proxy -- npx name',
    'node ./castellan proxy -- npx name',
    'node castellan proxy -- npx name',
    '${workspaceFolder}/castellan proxy -- npx name',
  ])('is none: %s', (line) => {
    expect(readLaunch(words(line)).relayed).toBeUndefined();
  });
});

describe('any line', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'sh',
      '-c',
      'cmd',
      '/c',
      'env',
      'A=b',
      'npx',
      '-y',
      'sudo',
      'docker',
      'run',
      '-e',
      'uvx',
      '--from',
      '--',
      'wsl',
      '-lc',
      '-p',
      'deno',
      'go',
      '',
    ),
    fc.string({ maxLength: 30 }),
  );

  it('is read without an error, and words keep their place', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (argv) => {
        const { steps, inner, program } = readLaunch(argv);
        expect(typeof program).toBe('string');
        expect(Array.isArray(inner)).toBe(true);
        for (const { words: line } of steps) for (const { index } of line) expect(index).toBeLessThan(argv.length);
      }),
      { numRuns: 500 },
    );
  });

  it('ends, however deep its wrappers and however long its shell text', () => {
    const nested = [...Array.from({ length: 5000 }, () => 'env'), 'npx', 'name'];
    expect(readLaunch(nested).steps.length).toBeLessThan(20);
    const start = cpuTime();
    const long = readLaunch(['sh', '-c', 'true; '.repeat(50_000)]);
    expect(long.steps.length).toBeLessThanOrEqual(200);
    expect(cpuTime() - start).toBeLessThan(2000);
  });
});
