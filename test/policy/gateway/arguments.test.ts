import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leavesAt, parseArgumentPath } from '../../../src/policy/gateway/argument-path.js';
import { compileTest as compiled, type Demand } from '../../../src/policy/gateway/argument-test.js';
import { DecisionBudget } from '../../../src/policy/gateway/decision-budget.js';
import type { ArgumentTest } from '../../../src/policy/gateway/policy.js';
import { cpuTime } from '../../support/cpu-time.js';

const compileTest = (test: ArgumentTest) => {
  const holds = compiled(test);
  return (text: string, demand: Demand) => holds(text, demand, new DecisionBudget());
};
const texts = (root: unknown, path: string) => leavesAt(root, parseArgumentPath(path), new DecisionBudget()).map(({ text }) => text);

describe('paths into arguments', () => {
  const root = { a: { 'b/c': ['x', { d: 'y' }], e: 1 }, url: 'u', list: [true, null] };
  it.each([
    ['/a/b~1c/0', ['x']],
    ['a.*', ['x', 'y', '1']],
    ['a.e', ['1']],
    ['list[0]', ['true']],
    ['**.d', ['y']],
    ['**', ['x', 'y', '1', 'u', 'true']],
    ['$', ['x', 'y', '1', 'u', 'true']],
    ['nowhere.at.all', []],
    ['__proto__.toString', []],
  ])('%s', (path, expected) => expect(texts(root, path)).toEqual(expected));
});

const paths = { under: compileTest({ path_under: ['/etc', '~/.ssh'] }), outside: compileTest({ path_not_under: ['/repo'] }) };

describe('path_under', () => {
  it.each([
    '/etc/passwd',
    '/etc',
    '/repo/../etc/passwd',
    '/repo/./..//etc/./passwd',
    '/repo/%2e%2e/etc/passwd',
    '/repo/%252e%252e/etc/passwd',
    '/repo/..%c0%afetc/passwd',
    '/repo/．．／etc/passwd',
    'file:///etc/passwd',
    'file://localhost/etc/passwd',
    '\\etc\\passwd',
    '/ETC/passwd',
    '/proc/self/root/etc/passwd',
    '/home/ada/.ssh/id_rsa',
    '%HOME%\\.ssh\\id_rsa',
    '$env:USERPROFILE\\.ssh\\id_rsa',
    "'/etc/passwd'",
    '/root/.ssh',
    '$HOME/.ssh/config',
    '~ada/.ssh/x',
    '../../../etc/passwd',
    '/repo/a\0/etc',
  ])('finds %j', (text) => expect(paths.under(text, 'some')).toBe(true));

  it.each(['/etcetera', '/repo/etc/passwd', 'etc/passwd', '/home/ada/.sshd', 'notes.txt'])('leaves %j', (text) =>
    expect(paths.under(text, 'some')).toBe(false),
  );

  it('reads drives that a machine shares with itself', () => {
    const windows = compileTest({ path_under: ['C:/Windows'] });
    for (const text of ['\\\\localhost\\c$\\windows\\x', '\\\\?\\UNC\\127.0.0.1\\C$\\Windows']) expect(windows(text, 'some')).toBe(true);
  });

  it.each(['/repo/.. /etc', '/repo/..;/etc', '/repo/..;a=b/etc', '\\repo\\...\\etc'])('takes %j for a climb', (text) =>
    expect(paths.outside(text, 'some')).toBe(true),
  );

  it('allows only what every reading keeps inside', () => {
    const inside = compileTest({ path_under: ['/repo'] });
    expect(inside('/repo/a.txt', 'every')).toBe(true);
    for (const text of ['/repo/%2e%2e/etc', '/repo/../etc', '../repo', 'repo/a']) expect(inside(text, 'every')).toBe(false);
  });

  it('takes case and homes for what they may be, to the side of safety', () => {
    const outside = (folder: string, text: string) => compileTest({ path_not_under: [folder] })(text, 'some');
    expect(outside('/repo', '/WORK/x')).toBe(true);
    expect(outside('/repo', '/repo/x')).toBe(false);
    expect(outside('/home/ada/repo', '/home/bob/repo/x')).toBe(true);
    expect(outside('/home/ada/repo', '/home/ada/repo/x')).toBe(false);
    expect(outside('~/repo', '/home/ada/repo/x')).toBe(false);
    const under = (folder: string, text: string, demand: 'some' | 'every') => compileTest({ path_under: [folder] })(text, demand);
    expect(under('/repo', '/WORK/x', 'every')).toBe(false);
    expect(under('/root', '/home/bob/x', 'some')).toBe(false);
    expect(under('/root', '~/x', 'some')).toBe(true);
    expect(under('/root', '~/x', 'every')).toBe(false);
  });

  it('always sees a climb out of the folder, however its steps are written', () => {
    const step = fc.constantFrom('..', '.. ', '..;x', '%2e%2e', '%2E.', '.%2e', '%252e%252e', '．．');
    const slash = fc.constantFrom('/', '\\', '%2f', '%5c', '//', '/./', '／');
    fc.assert(
      fc.property(fc.array(fc.tuple(step, slash), { minLength: 1, maxLength: 4 }), (climb) => {
        const text = `/repo/${climb.map(([up, cut]) => up + cut).join('')}tmp/x`;
        expect(paths.outside(text, 'some')).toBe(true);
      }),
    );
  });
});

describe('host_not_in', () => {
  const test = compileTest({ host_not_in: ['good.com', '*.good.com', 'bücher.example', '127.0.0.1'] });
  it.each([
    'https://evil.com/',
    'https://good.com@evil.com/',
    'https://good.com\\@evil.com/',
    'https://good.com:443@evil.com/',
    'https://a@good.com@evil.com/',
    'https://evil.com#@good.com',
    'https://good.com.evil.com/',
    'https://goodxcom/',
    'https://xn--bcher-kva.evil/',
    'http://2852039166/',
    '//evil.com/x',
    '\\\\evil.com\\share',
    'http://good.com\\.evil.com/',
    'https:evil.com',
    'evil.com',
    'evil.com:443',
    'git@evil.com:repo.git',
    'see https://good.com/ and https://evil.com/',
    'https://ev\til.com/',
    'not an address',
    '',
  ])('objects to %j', (text) => expect(test(text, 'some')).toBe(true));

  it.each([
    'https://good.com/',
    'https://user@good.com/x?y=@z',
    'https://GOOD.com./',
    'https://api.good.com:8443/a',
    'good.com',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'git@good.com:a/b.git',
    '\\\\good.com\\share',
  ])('lets %j pass', (text) => expect(test(text, 'some')).toBe(false));

  it('is never fooled by what stands around another host', () => {
    const noise = fc.string({ unit: fc.constantFrom('a', '@', ':', '.', 'good.com', '%40', '\\'), maxLength: 8 });
    fc.assert(
      fc.property(noise, (before) => {
        expect(test(`https://${before}@evil.com/`, 'some')).toBe(true);
      }),
    );
  });

  it('finds forbidden hosts in every spelling', () => {
    const metadata = compileTest({ host_in: ['169.254.169.254'] });
    for (const text of ['http://0xa9fea9fe/', 'http://2852039166', 'http://[::ffff:a9fe:a9fe]/', 'http://0251.0376.0251.0376/latest'])
      expect(metadata(text, 'some')).toBe(true);
    expect(metadata('https://good.com', 'some')).toBe(false);
  });
});

describe('patterns', () => {
  it('match in time that grows with the text alone', () => {
    const test = compileTest({ regex: '(a+)+$' });
    const start = cpuTime();
    expect(test(`${'a'.repeat(20_000)}b`, 'some')).toBe(false);
    expect(cpuTime() - start).toBeLessThan(2000);
  });

  it('need all of a test to hold', () => {
    const test = compileTest({ glob: ['*.ts', '*.js'], max_length: 5 });
    expect([test('long.ts', 'some'), test('a.ts', 'some'), test('long.py', 'some')]).toEqual([true, false, false]);
    expect(compileTest({ max_length: 3 })('abcd', 'some')).toBe(true);
  });
});
