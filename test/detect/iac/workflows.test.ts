import { describe, expect, it } from 'vitest';
import { foundBy, scanTexts } from '../../support/scan-texts.js';

const COMMIT = '49933ea5288caeca8642d1e84afbd3f7d6820020';

function release(...steps: string[]): string {
  return [
    'on: {push: {tags: ["v*"]}}',
    'permissions: {contents: read}',
    'jobs:',
    '  publish:',
    '    runs-on: ubuntu-24.04',
    '    steps:',
    ...steps.map((step) => `      - ${step}`),
    '      - run: npm publish',
    '',
  ].join('\n');
}

it('the comment beside a commit says which defaults of an action hold', async () => {
  const report = await scanTexts({
    '.github/workflows/release.yml': release(
      `uses: actions/setup-node@${COMMIT} # v4.4.0`,
      `uses: actions/setup-node@${COMMIT.replace('4', '5')} # v5.0.0`,
      `uses: actions/setup-node@${COMMIT.replace('4', '6')}`,
      `uses: actions/checkout@${COMMIT} # v6.0.1`,
      `uses: actions/checkout@${COMMIT.replace('4', '5')} # tag=v4`,
      `uses: actions/checkout@${COMMIT.replace('4', '6')}`,
    ),
  });
  expect(foundBy(report, 'gha-cache-poisoning')).toEqual(['8 medium medium', '9 medium low']);
  expect(foundBy(report, 'gha-persist-credentials')).toEqual(['11 low medium', '12 low low']);
});

it('a cache that is switched off poisons nothing', async () => {
  const report = await scanTexts({
    '.github/workflows/release.yml': release(`{uses: actions/setup-node@${COMMIT}, with: {package-manager-cache: false}}`),
  });
  expect(foundBy(report, 'gha-cache-poisoning')).toEqual([]);
});

it.each(['.github/workflows', '.github'])('workflows are found where %s itself is named', async (folder) => {
  const report = await scanTexts({ '.github/workflows/ci.yml': release('uses: a/b@v1') }, folder);
  expect(foundBy(report, 'gha-unpinned-action')).toEqual(['7 medium high']);
});

it('commands of old are found in the steps of actions, too', async () => {
  const report = await scanTexts({
    'action.yml':
      'name: a\nruns:\n  using: composite\n  steps:\n    - run: echo\n      shell: bash\n      env:\n        ACTIONS_ALLOW_UNSECURE_COMMANDS: true\n',
  });
  expect(foundBy(report, 'gha-unsecure-commands')).toEqual(['8 high high']);
});

const GREET = {
  '.github/actions/greet/action.yml':
    'name: x\ninputs: {title: {required: true}}\nruns:\n  using: composite\n  steps:\n    - run: echo ${{ inputs.title }}\n      shell: bash\n',
};

function onIssues(...lines: string[]): string {
  return ['on: issues', 'jobs:', ...lines, ''].join('\n');
}

it.each([
  ['${{ github.event.issue.title }}', ['6 high high']],
  ['${{ github.event.issue.number }}', []],
])('an action of the tree that expands its input is judged by what callers hand it: %s', async (title, found) => {
  const step = `{uses: ./.github/actions/greet, with: {Title: "${title}"}}`;
  const report = await scanTexts({
    ...GREET,
    '.github/workflows/ci.yml': onIssues('  a:', '    runs-on: ubuntu-24.04', '    steps:', `      - ${step}`),
  });
  expect(foundBy(report, 'gha-template-injection')).toEqual(found);
});

/** Actions of which each hands its input on to the next, and the last to `greet`. */
function chain(length: number): Record<string, string> {
  const action = (inner: string) =>
    `name: x\ninputs: {text: {required: true}}\nruns:\n  using: composite\n  steps:\n    - uses: ./.github/actions/${inner}\n      with: {title: "\${{ inputs.text }}", text: "\${{ inputs.text }}"}\n`;
  const names = Array.from({ length }, (_one, index) => [`a${index}`, index + 1 < length ? `a${index + 1}` : 'greet'] as const);
  return { ...GREET, ...Object.fromEntries(names.map(([name, inner]) => [`.github/actions/${name}/action.yml`, action(inner)])) };
}

describe('an action of the tree that another one calls', () => {
  const scanned = async (length: number, text?: string) => {
    const step = `{uses: ./.github/actions/a0, with: {text: "${text}"}}`;
    const caller = onIssues('  a:', '    runs-on: ubuntu-24.04', '    steps:', `      - ${step}`);
    const report = await scanTexts({ ...chain(length), ...(text !== undefined && { '.github/workflows/ci.yml': caller }) });
    const undecided = report.scan_run.issues.filter(({ reason }) => reason.includes('gha-template-injection'));
    return { found: foundBy(report, 'gha-template-injection'), undecided: undecided.map(({ path, line }) => `${path}:${line}`) };
  };

  it.each([1, 2, 3])('is judged by what the first of %i is given', async (length) => {
    expect(await scanned(length, '${{ github.event.issue.title }}')).toEqual({ found: ['6 high high'], undecided: [] });
    expect(await scanned(length, '${{ github.event.issue.number }}')).toEqual({ found: [], undecided: [] });
    expect(await scanned(length, 'fixed')).toEqual({ found: [], undecided: [] });
  });

  it('is undecided where nothing of the tree calls the first, and where there are more than are followed', async () => {
    const undecided = ['.github/actions/greet/action.yml:6'];
    expect(await scanned(2)).toEqual({ found: [], undecided });
    expect(await scanned(9, '${{ github.event.issue.title }}')).toEqual({ found: [], undecided });
  });

  it('is read to an end where they call each other in a circle', async () => {
    const action = (inner: string) =>
      `name: x\ninputs: {t: {required: true}}\nruns:\n  using: composite\n  steps:\n    - run: echo \${{ inputs.t }}\n      shell: bash\n    - uses: ./${inner}\n      with: {t: "\${{ inputs.t }}"}\n`;
    const report = await scanTexts({ 'a/action.yml': action('b'), 'b/action.yml': action('a') });
    expect(foundBy(report, 'gha-template-injection')).toEqual([]);
    expect(report.scan_run.issues.filter(({ kind }) => kind === 'unresolved')).toHaveLength(2);
  });
});

it('a text of strangers is followed through outputs of jobs', async () => {
  const report = await scanTexts({
    '.github/workflows/ci.yml': onIssues(
      '  a:',
      '    runs-on: ubuntu-24.04',
      '    outputs: {title: "${{ steps.x.outputs.t }}", number: "${{ github.event.issue.number }}"}',
      '    steps:',
      '      - id: x',
      '        env: {T: "${{ github.event.issue.title }}"}',
      '        run: echo "t=$T" >> $GITHUB_OUTPUT',
      '  b:',
      '    needs: a',
      '    runs-on: ubuntu-24.04',
      '    steps:',
      '      - run: echo ${{ needs.a.outputs.number }}',
      '      - run: echo ${{ needs.a.outputs.title }}',
    ),
  });
  expect(foundBy(report, 'gha-template-injection')).toEqual(['15 high high']);
});

it.each([
  ['uses: actions/checkout@v4', 'with: {ref: "${{ env.REF }}"}'],
  ['name: fetch', 'run: git checkout "$REF"'],
])('the head of a pull request is seen behind a variable: %s', async (first, second) => {
  const report = await scanTexts({
    '.github/workflows/ci.yml': [
      'on: pull_request_target',
      'env: {REF: "${{ github.event.pull_request.head.sha }}"}',
      'jobs:',
      '  a:',
      '    runs-on: ubuntu-24.04',
      '    steps:',
      `      - ${first}`,
      `        ${second}`,
      '      - run: npm test',
      '',
    ].join('\n'),
  });
  expect(report.findings.some(({ rule, severity }) => rule === 'gha-pwn-request' && severity === 'critical')).toBe(true);
});

it('an input of an action that nothing of the tree calls is undecided where it is part of a script, and none in a variable', async () => {
  const action = (step: string) =>
    `name: x\ninputs: {title: {required: true}}\nruns:\n  using: composite\n  steps:\n    - ${step}\n      shell: bash\n`;
  const said = async (texts: Record<string, string>) => {
    const report = await scanTexts(texts);
    expect(foundBy(report, 'gha-template-injection')).toEqual([]);
    return report.scan_run.issues.filter(({ reason }) => reason.includes('gha-template-injection')).map(({ line, kind }) => [line, kind]);
  };
  expect(await said({ 'action.yml': action('run: echo ${{ inputs.title }}') })).toEqual([[6, 'unresolved']]);
  expect(await said({ 'action.yml': action('env: {TITLE: "${{ inputs.title }}"}\n      run: echo "$TITLE"') })).toEqual([]);
  const called = '.github/workflows/x.yml';
  const caller = 'on: push\njobs:\n  x:\n    runs-on: ubuntu-24.04\n    steps:\n      - uses: ./\n        with: {title: fixed}\n';
  expect(await said({ 'action.yml': action('run: echo ${{ inputs.title }}'), [called]: caller })).toEqual([]);
});
