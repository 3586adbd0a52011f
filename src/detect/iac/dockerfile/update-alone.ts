import { iacRule } from '../contract/iac-rule.js';
import { type DockerInstruction, dockerStages } from '../views/dockerfile.js';
import type { ShellCall } from '../views/shell-calls.js';

const MANAGERS = new Set(['apt-get', 'apt', 'aptitude', 'apk', 'yum', 'dnf', 'microdnf', 'tdnf', 'zypper', 'pacman']);
const REFRESH = /^(?:update|upgrade|dist-upgrade|full-upgrade|makecache|check-update|refresh|ref|up)$/;
const INSTALL = /^(?:install|reinstall|add|in|build-dep|source|download|satisfy|groupinstall|localinstall|module|swap)$/;

export const updateAlone = iacRule({
  id: 'dockerfile-update-alone',
  formats: ['dockerfile'],
  title: 'Package index refreshed in a layer of its own',
  severity: 'low',
  confidence: 'high',
  rationale: 'The layer with the index is cached, so later builds install the old and vulnerable versions of that day.',
  fix: 'Refresh and install in one step: `RUN apt-get update && apt-get install -y --no-install-recommends NAME`.',
  references: ['https://docs.docker.com/build/building/best-practices/#apt-get'],
  view: dockerStages,
  *check(stage) {
    for (const run of stage.all('RUN')) {
      const refresh = run.calls.find((call) => verbOf(call, REFRESH) !== undefined);
      if (!refresh) continue;
      if (run.calls.some((call) => verbOf(call, INSTALL) !== undefined || runsScript(call)) || isCached(run)) yield { verdict: 'pass' };
      else yield { verdict: 'fail', at: refresh.at, evidence: `${refresh.program} ${refresh.args.map(({ text }) => text).join(' ')}` };
    }
  },
});

/** The first word that is no option, where the program is a package manager and the word is one of these. */
function verbOf({ program, args }: ShellCall, verbs: RegExp): string | undefined {
  return MANAGERS.has(program) ? args.map(({ text }) => text).find((word) => verbs.test(word)) : undefined;
}

/** A script of the project may install what the refresh is for. */
function runsScript({ program, args }: ShellCall): boolean {
  return /\.(?:sh|bash|py|pl)$/.test(program) || (/^(?:ba|da|a)?sh$/.test(program) && args.some(({ text }) => /\.sh$/.test(text)));
}

function isCached({ flags }: DockerInstruction): boolean {
  return flags.some(({ name, value }) => name === 'mount' && value?.kind === 'scalar' && String(value.value).includes('type=cache'));
}
