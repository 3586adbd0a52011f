import type { IacJudgement } from '../contract/iac-rule.js';
import { iacRule } from '../contract/iac-rule.js';
import { type DockerStage, dockerStages } from '../views/dockerfile.js';
import type { CallWord, ShellCall } from '../views/shell-calls.js';
import { operandsOf } from './operands.js';
import { resolvedText, unresolvedVariable } from './variables.js';

/** Options of pip whose next word is their value. */
const WITH_VALUE =
  /^(?:-r|--requirement|-c|--constraint|-e|--editable|-t|--target|--platform|--python-version|--implementation|--abi|--root|--prefix|--src|--upgrade-strategy|-C|--config-settings?|--global-option|--no-binary|--only-binary|--progress-bar|-i|--index-url|--extra-index-url|-f|--find-links|--python|--log|--proxy|--retries|--timeout|--exists-action|--trusted-host|--cert|--client-cert|--cache-dir|--report|--group|--root-user-action|--use-feature)$/;
/** What installs the others; it is upgraded on purpose. */
const INSTALLERS = /^(?:pip|setuptools|wheel|uv|pipx|build|virtualenv)$/i;
const PINNED = /={1,3}\d|==|~=|@|^(?:git\+|https?:|file:|\.{0,2}\/|\.$)|\.(?:whl|zip|tar\.gz|tgz|txt|toml)$/;

export const pipUnpinned = iacRule({
  id: 'dockerfile-pip-unpinned',
  formats: ['dockerfile'],
  title: 'pip install without version',
  severity: 'low',
  confidence: 'high',
  rationale: 'Each build takes the newest version there is. A taken-over or confused package reaches unpinned installs first.',
  fix: 'Name versions: `pip install requests==2.32.5`, or `-r requirements.txt` with hashes.',
  references: ['CWE-1357', 'https://pip.pypa.io/en/stable/topics/repeatable-installs/'],
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

/** The words after `pip install`; undefined for another command. */
function installed({ program, args }: ShellCall): readonly CallWord[] | undefined {
  const isModule = /^python[\d.]*$/.test(program) && args[0]?.text === '-m' && args[1]?.text === 'pip';
  const isUv = program === 'uv' && args[0]?.text === 'pip';
  if (!isModule && !isUv && !/^pip[\d.]*$/.test(program)) return undefined;
  const own = isModule ? args.slice(2) : isUv ? args.slice(1) : args;
  const verb = own.findIndex(({ text }) => !text.startsWith('-'));
  return own[verb]?.text === 'install' ? own.slice(verb + 1) : undefined;
}

function judgeWords(words: readonly CallWord[], { at }: ShellCall, stage: DockerStage): IacJudgement | undefined {
  if (words.some(({ text }) => /^(?:-c|--constraint|--require-hashes|--no-index)(?:=|$)/.test(text))) return { verdict: 'pass' };
  const upgrades = words.some(({ text }) => /^(?:--upgrade|-[a-zA-Z]*U)$/.test(text));
  const names = operandsOf(words, WITH_VALUE).filter((word) => !PINNED.test(word.text) && !(upgrades && INSTALLERS.test(word.text)));
  const loose = names.find((word) => unresolvedVariable(word, stage) === undefined && isLoose(resolvedText(word, stage)));
  if (loose) return { verdict: 'fail', at, evidence: `pip install ${loose.text}` };
  const open = names.map((word) => unresolvedVariable(word, stage)).find((variable) => variable !== undefined);
  return open === undefined ? { verdict: 'pass' } : { verdict: 'unknown', at, expression: open };
}

/** A text of a variable may hold several names. */
function isLoose(text: string): boolean {
  return text.split(/\s+/).some((name) => name !== '' && !name.startsWith('-') && !PINNED.test(name));
}
