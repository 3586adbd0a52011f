import { iacRule } from '../contract/iac-rule.js';
import { type DockerInstruction, dockerStages } from '../views/dockerfile.js';
import type { ShellCall } from '../views/shell-calls.js';

const MANAGERS = new Set(['apt-get', 'apt', 'aptitude', 'apk', 'yum', 'dnf', 'microdnf', 'tdnf', 'zypper', 'pacman']);
const REFRESH = /^(?:update|makecache|check-update|refresh|ref)$/;
const UPGRADE = /^(?:upgrade|dist-upgrade|full-upgrade|up|dup)$/;
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
      const verbs = run.calls.map((call) => ({ call, verb: verbOf(call) }));
      const of = (kind: RegExp) => verbs.find(({ verb }) => verb !== undefined && kind.test(verb))?.call;
      const refresh = of(REFRESH);
      const upgrade = of(UPGRADE);
      const first = refresh ?? upgrade;
      if (!first) continue;
      const isUsed = of(INSTALL) !== undefined || (refresh && upgrade) || run.calls.some(runsScript) || isCached(run);
      if (isUsed) yield { verdict: 'pass' };
      else yield { verdict: 'fail', at: first.at, evidence: `${first.program} ${first.args.map(({ text }) => text).join(' ')}` };
    }
  },
});

/** What a package manager is told to do: its first word that is no option. */
function verbOf({ program, args }: ShellCall): string | undefined {
  return MANAGERS.has(program) ? args.map(({ text }) => text).find((word) => !word.startsWith('-')) : undefined;
}

/** A script of the project may install what the refresh is for. */
function runsScript({ program, args }: ShellCall): boolean {
  return /\.(?:sh|bash|py|pl)$/.test(program) || (/^(?:ba|da|a)?sh$/.test(program) && args.some(({ text }) => /\.sh$/.test(text)));
}

function isCached({ flags }: DockerInstruction): boolean {
  return flags.some(({ name, value }) => name === 'mount' && value?.kind === 'scalar' && String(value.value).includes('type=cache'));
}
