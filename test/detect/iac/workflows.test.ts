import { expect, it } from 'vitest';
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
