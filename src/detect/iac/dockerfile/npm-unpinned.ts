import type { IacJudgement } from '../contract/iac-rule.js';
import { iacRule } from '../contract/iac-rule.js';
import { type DockerStage, dockerStages } from '../views/dockerfile.js';
import type { CallWord, ShellCall } from '../views/shell-calls.js';
import { operandsOf } from './operands.js';
import { resolvedText, unresolvedVariable } from './variables.js';

const WITH_VALUE =
  /^(?:--prefix|--registry|--cache|--userconfig|--globalconfig|--loglevel|--tag|-w|--workspace|--cwd|-C|--dir|--omit|--include|--arch|--os|--before)$/;
/** A version or range that begins with a number; an address, a path or an archive; a commit of a git address. */
const PINNED =
  /^(?:@[^/]+\/)?[^@]+@(?:npm:.+@)?[~^=v]?\d|^(?:\.{0,2}\/|~\/|file:|link:|workspace:|\.$)|^https?:.*\.(?:tgz|tar\.gz)|#(?:[0-9a-f]{7,64}|semver:)/i;

export const npmUnpinned = iacRule({
  id: 'dockerfile-npm-unpinned',
  formats: ['dockerfile'],
  title: 'npm install -g without version',
  severity: 'low',
  confidence: 'high',
  rationale: 'Each build takes the newest version there is. A taken-over package reaches unpinned installs first.',
  fix: 'Name versions (`npm install -g typescript@5.9.3`), or use `npm ci` with a lockfile.',
  references: ['CWE-1357', 'https://docs.npmjs.com/cli/commands/npm-ci'],
  view: dockerStages,
  *check(stage) {
    for (const run of stage.all('RUN')) {
      for (const call of run.calls) {
        const words = installed(call);
        const judged = words && judgeWords(words, call, stage);
        if (judged) yield judged;
      }
    }
  },
});

/** The words after `npm install`, `yarn add`, `yarn global add` or `pnpm add`; undefined for another command. */
function installed({ program, args }: ShellCall): readonly CallWord[] | undefined {
  const own = program === 'yarn' && args[0]?.text === 'global' ? args.slice(1) : args;
  const verb = own.findIndex(({ text }) => !text.startsWith('-'));
  const word = own[verb]?.text ?? '';
  const installs = (program === 'npm' && /^(?:install|i|in|add)$/.test(word)) || (/^(?:yarn|pnpm|bun)$/.test(program) && word === 'add');
  return installs ? [...own.slice(0, verb), ...own.slice(verb + 1)] : undefined;
}

function judgeWords(words: readonly CallWord[], { program, at }: ShellCall, stage: DockerStage): IacJudgement | undefined {
  const names = operandsOf(words, WITH_VALUE);
  const loose = names.find((word) => isKnown(word, stage) && isLoose(resolvedText(word, stage)));
  if (loose) return { verdict: 'fail', at, evidence: `${program} install ${loose.text}` };
  const open = names.filter((word) => !/@\$\{\w+\}$/.test(word.text)).map((word) => unresolvedVariable(word, stage));
  const expression = open.find((variable) => variable !== undefined);
  return expression === undefined ? { verdict: 'pass' } : { verdict: 'unknown', at, expression };
}

function isKnown(word: CallWord, stage: DockerStage): boolean {
  return unresolvedVariable(word, stage) === undefined;
}

/** A text of a variable may hold several names. */
function isLoose(text: string): boolean {
  return text.split(/\s+/).some((name) => name !== '' && !PINNED.test(name));
}
