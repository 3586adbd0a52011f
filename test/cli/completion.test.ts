import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands/registry.js';
import { complete } from '../../src/cli/completion/candidates.js';
import { scripts, shells } from '../../src/cli/completion/shells.js';
import { wireOf } from '../../src/cli/completion/wire.js';
import { selectSettings } from '../../src/config/settings.js';
import { ruleCatalogue } from '../../src/detect/rule-catalogue.js';
import { environment, execa, spawnSync } from '../support/programs.js';
import { castellan, programPath, temporaryFolder } from '../support/spawn-cli.js';

const folder = temporaryFolder();
const home = join(folder.path, 'home');
const project = join(folder.path, 'project');
const bin = join(folder.path, 'bin');
const env = { HOME: home, USERPROFILE: home, PATH: [bin, dirname(process.execPath), environment().PATH].join(delimiter), LANG: 'C.UTF-8' };

beforeAll(() => {
  for (const path of [home, project, bin, join(project, 'my dir'), join(home, '.cursor')]) mkdirSync(path, { recursive: true });
  symlinkSync(programPath, join(bin, 'castellan'));
  const servers = { github: {}, 'my notes': {}, 'bad\u001b[2Jname': {}, 'two\nlines': {}, '$(touch hit)': {}, "it's": {}, '--version': {} };
  const named = Object.fromEntries(Object.keys(servers).map((name) => [name, { command: 'npx', args: ['-y', 'x'] }]));
  writeFileSync(join(home, '.cursor/mcp.json'), JSON.stringify({ mcpServers: named }));
  const findings = [
    { id: 'CVE-2021-44228', severity: 'critical', title: 'Log4Shell\u001b[31m\nred' },
    { id: 'CVE-2020-0001\u0007', severity: 'low', title: 'x' },
    { id: 7 },
  ];
  const nodes = [{ id: 'a', label: 'cursor', kind: 'agent' }];
  writeFileSync(join(project, 'report.json'), JSON.stringify({ findings, graph: { nodes } }));
  writeFileSync(join(project, 'broken.json'), '{"findings":');
  writeFileSync(join(project, 'policy.yaml'), '');
});
afterAll(() => folder.dispose());

const words = async (...typed: string[]) =>
  (await complete(typed, { environment: env, cwd: project })).candidates.map(({ value }) => value);
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** What the program answers a shell. */
async function answer(...typed: string[]): Promise<string> {
  const { code, stdout, stderr } = await castellan(['complete', '--', ...typed], { cwd: project, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

describe('completion', () => {
  it('offers every command, and behind each every option of the table', async () => {
    for (const { name } of commands) {
      const path = name.split(' ');
      expect(await words(...path.slice(0, -1), path.at(-1) ?? '')).toContain(path.at(-1));
      const flags = selectSettings(name).flatMap(([, { flag }]) => /--[a-z-]+/.exec(flag ?? '') ?? []);
      expect(await words(...path, '--')).toEqual(expect.arrayContaining([...flags, '--help']));
    }
  });

  it('offers the choices of every option that has some, in a word of their own and behind =', async () => {
    for (const { name } of commands)
      for (const [, { flag, choices }] of selectSettings(name)) {
        const option = /--[a-z-]+/.exec(flag ?? '')?.[0];
        if (option === undefined || choices === undefined) continue;
        expect(await words(...name.split(' '), option, '')).toEqual([...choices]);
        expect(await words(...name.split(' '), `${option}=`)).toEqual(choices.map((choice) => `${option}=${choice}`));
      }
  });

  it.each([
    [['check', 'x', '-e', 'np'], ['npm']],
    [['scan', '-e', 'npm,Py'], ['npm,PyPI']],
    [
      ['scan', '--format', 'sarif'],
      ['sarif', 'sarif='],
    ],
    [
      ['agents', '-f', ''],
      ['table', 'json', 'mermaid', 'html'],
    ],
    [
      ['connect', ''],
      ['aws', 'azure', 'gcp', 'snowflake'],
    ],
    [
      ['policy', 'show', 's'],
      ['standard', 'strict'],
    ],
    [
      ['proxy', '--policy', 's'],
      ['standard', 'strict'],
    ],
    [['scan', '--policy', 's'], []],
    [['rules', 'list', '--family', 'sk'], ['skills']],
    [['shield', 'install', '--client', 'curso'], ['cursor']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish', 'powershell'],
    ],
    [['help', 'ex'], ['explain']],
    [['help', 'db', 'up'], ['update']],
    [['graph', 'report.json', '--path', 'cu'], ['cursor']],
    [['proxy', '--', 'sc'], []],
    [['scan', '--fail-on-kev', '--fail-on-k'], []],
    [['nonsense', ''], []],
  ])('of %j: %j', async (typed, expected) => {
    expect(await words(...typed)).toEqual(expected);
  });

  it('offers ids of rules, and servers and findings by the names that are safe to type', async () => {
    expect(await answer('rules', 'explain', 'INJ-01')).toBe('INJ-01\tOrder to disregard earlier instructions\n');
    const servers = 'github\tcursor\nmy notes\tcursor\n';
    expect(await answer('run', 'proxy', '')).toBe(servers);
    expect(await answer('pin', 'accept', '')).toBe(servers);
    const findings = await answer('explain', '--report', 'report.json', '');
    expect(findings.split('\t')[0]).toBe('CVE-2021-44228');
    expect(findings.trimEnd()).toMatch(/^[\x20-\x7e\t]+$/);
  });

  it('offers the rules of this build, and loads next to nothing for it', async () => {
    const trace = join(folder.path, 'trace.cjs');
    writeFileSync(
      trace,
      `const fs = require('node:fs'); const { readFileSync } = fs; let bytes = 0;
      fs.readFileSync = (path, ...rest) => { const read = readFileSync(path, ...rest); if (/[/\\\\]dist[/\\\\][^/\\\\]+\\.cjs$/.test(path)) bytes += read.length; return read; };
      process.on('exit', () => process.stderr.write(String(bytes)));`,
    );
    const { stdout, stderr } = spawnSync(process.execPath, ['--require', trace, programPath, 'complete', '--', 'rules', 'explain', ''], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    const offered = stdout.trimEnd().split('\n');
    expect(offered).toEqual(
      ruleCatalogue()
        .slice(0, offered.length)
        .map(({ id, title }) => `${id}\t${title}`),
    );
    expect(offered.length).toBeGreaterThan(100);
    // The whole program is more than a megabyte.
    expect(Number(stderr)).toBeGreaterThan(10_000);
    expect(Number(stderr)).toBeLessThan(250_000);
  });

  it('says where files stand, and of which kind', async () => {
    expect(await answer('explain', '--report', '')).toBe(':files\tjson\t\n');
    expect(await answer('scan', '--policy=')).toBe(':files\tyaml yml json\t--policy=\n');
    expect(await answer('scan', '-f', 'json=')).toBe(':files\t*\tjson=\n');
    expect(await answer('iac', 'values', '')).toBe(':folders\t*\t\n');
    expect(await answer('scan', '-f', 'jsn=')).toBe('');
  });

  it('says nothing where something is wrong', async () => {
    expect(await answer('explain', '--report', 'broken.json', '')).toBe('');
    expect(await answer('explain', '--report', 'missing.json', '')).toBe('');
    expect(await answer('explain', '--report', '.', '')).toBe('');
    expect(await answer('explain', '--report', '/dev/zero', '')).toBe('');
    expect(await answer('scan', '\u001b[31m')).toBe(':files\t*\t\n');
    expect((await castellan(['complete'])).stdout).toContain('scan\t');
  });

  it('keeps what could steer a terminal or a shell out of what a shell is told', () => {
    const hostile = ['a\u001b[2J', 'b\nc', 'c\td', '$(x)', '`x`', "'", '"', ';x', 'x|y', '\\x', '\u202egnp', ':files', '~root', '*'];
    expect(wireOf({ candidates: hostile.map((value) => ({ value, about: '' })) })).toBe('');
    expect(wireOf({ candidates: [{ value: 'x', about: 'a\u001b[2J\nb\tc' }] })).toBe('x\ta\\u001b[2J b c\n');
  });
});

describe('castellan completion', () => {
  it('prints the script of a shell, and refuses others', async () => {
    expect((await castellan(['completion', 'bash'])).stdout).toBe(scripts.bash);
    const { code, stderr } = await castellan(['completion', 'bsh']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('did you mean "bash"?') });
  });

  it('knows no command and no option by itself', () => {
    for (const shell of shells) {
      const code = scripts[shell].replace(/^#.*$/gm, '');
      for (const { name } of commands) expect(code).not.toMatch(new RegExp(`castellan ${name}\\b`));
      expect(code).not.toMatch(/--format|--report/);
    }
  });
});

describe.skipIf(!has('bash'))('in bash', () => {
  /** What bash offers for a line whose words it has broken like this. */
  async function offered(line: string, ...broken: string[]): Promise<string[]> {
    const run = `source <(castellan completion bash); complete -p castellan >&2
COMP_LINE=$1 COMP_POINT=\${#1}; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _castellan; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = await execa('bash', ['-c', run, 'bash', line, ...broken], { env, cwd: project });
    expect(stderr).toContain('-F _castellan castellan');
    return String(stdout).split('\n');
  }

  it.each([
    ['castellan sc', ['castellan', 'sc'], ['scan']],
    ['castellan  db  up', ['castellan', 'db', 'up'], ['update']],
    ['castellan scan --format=sar', ['castellan', 'scan', '--format', '=', 'sar'], ['sarif']],
    ['castellan scan --warn-on=', ['castellan', 'scan', '--warn-on', '='], ['critical', 'high', 'medium', 'low', 'any']],
    ['castellan explain --report ', ['castellan', 'explain', '--report', ''], ['broken.json', 'report.json', 'my dir']],
    ['castellan explain --report=r', ['castellan', 'explain', '--report', '=', 'r'], ['report.json']],
    ['castellan scan -f json=my', ['castellan', 'scan', '-f', 'json', '=', 'my'], ['my dir']],
    ['castellan graph my\\ d', ['castellan', 'graph', 'my\\ d'], ['my dir']],
    ['castellan run proxy my', ['castellan', 'run', 'proxy', 'my'], ['my\\ notes']],
  ])('%s', async (line, broken, expected) => {
    expect((await offered(line, ...broken)).sort()).toEqual([...expected].sort());
  });
});

describe.skipIf(!has('fish'))('in fish', () => {
  it.each([
    ['castellan sc', ['scan\tFind vulnerable, malicious and misconfigured things in a project']],
    ['castellan scan --warn-on ', ['critical', 'high', 'medium', 'low', 'any']],
    ['castellan scan --format=sar', ['--format=sarif']],
    ['castellan explain --report r', ['report.json']],
    ['castellan scan -f json=my', ['json=my dir/']],
    ['castellan iac values ', ['my dir/']],
    ['castellan run proxy my', ['my notes\tcursor']],
  ])('%s', async (line, expected) => {
    const run = 'castellan completion fish | source; complete -C $argv[1]';
    const { stdout } = await execa('fish', ['--no-config', '-c', run, line], { env, cwd: project });
    const lines = String(stdout).split('\n');
    // Of a file fish says what it is.
    expect(lines.map((one) => (/\.json|\/\t/.test(one) ? one.split('\t')[0] : one))).toEqual(expected);
  });
});

describe.skipIf(!has('zsh'))('in zsh', () => {
  /** What a person sees in a terminal of its own who types the line and presses Tab; the line as it is then stands between `<` and `>`. */
  async function seen(line: string, until: string): Promise<string> {
    const run = `zmodload zsh/zpty; zpty z zsh -f -i
zpty -w z "PS1='> '; autoload -U compinit; compinit -u -D; source <(castellan completion zsh); bindkey '^I' complete-word"
zpty -w z 'tell() { print -rn -- "<$BUFFER>" }; zle -N tell; bindkey "^G" tell; echo READ""Y'
zpty -r z out '*READY*'; zpty -w -n z "$1"$'\\t\\a'; zpty -r z out "*$2*"; print -r -- "$out"; zpty -d z`;
    const { stdout } = await execa('zsh', ['-f', '-c', run, 'zsh', line, until], {
      env: { ...env, TERM: 'xterm' },
      cwd: project,
      timeout: 20_000,
      reject: false,
    });
    return String(stdout);
  }

  it.each([
    ['castellan sc', 'castellan scan '],
    ['castellan scan --format=sar', 'castellan scan --format=sarif '],
    ['castellan explain --report r', 'castellan explain --report report.json '],
    ['castellan scan -f json=rep', 'castellan scan -f json=report.json '],
    ['castellan graph my', 'castellan graph my\\ dir/'],
    ['castellan run proxy my', 'castellan run proxy my\\ notes '],
  ])('%s', async (line, completed) => {
    expect(await seen(line, '<castellan *>')).toContain(`<${completed}>`);
  });

  it('lists what there is to choose from, each with what it means', async () => {
    expect(await seen('castellan scan --warn-on ', 'any')).toMatch(/critical +high +medium +low +any/);
    expect(await seen('castellan rules explain INJ-0', 'disregard')).toContain('INJ-01  -- Order to disregard');
  });
});

describe('in PowerShell', () => {
  it.skipIf(!has('pwsh'))('completes as TabExpansion2 does', async () => {
    const run = `castellan completion powershell | Out-String | Invoke-Expression
foreach ($line in 'castellan sc', 'castellan scan --format=sar', 'castellan scan --warn-on m', 'castellan explain --report r') {
  (TabExpansion2 $line $line.Length).CompletionMatches | ForEach-Object { $_.CompletionText } }`;
    const { stdout } = await execa('pwsh', ['-NoProfile', '-Command', run], { env, cwd: project });
    expect(String(stdout).split(/\r?\n/)).toEqual(['scan', '--format=sarif', 'medium', expect.stringContaining('report.json')]);
  });

  it('gets a script whose brackets and quotes close', () => {
    const bare = scripts.powershell.replace(/^#.*$/gm, '').replace(/'[^'\n]*'|"(?:`.|\$\([^)]*\)\)?|[^"`\n])*"/g, '');
    expect(bare).not.toMatch(/['"]/);
    for (const [open, close] of ['{}', '()', '[]'].map((pair) => [...pair]))
      expect(bare.split(open ?? '').length).toBe(bare.split(close ?? '').length);
  });

  it('is answered though it drops empty words', async () => {
    const { stdout } = await castellan(['complete', '--word=', 'policy', 'show'], { env });
    expect(stdout).toContain('strict\t');
  });
});
