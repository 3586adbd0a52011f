import { iacRule } from '../contract/iac-rule.js';
import { dockerStages } from '../views/dockerfile.js';
import type { ShellCall } from '../views/shell-calls.js';

/** Options that switch the check of signatures off, by package manager. */
const SWITCHES: readonly { name: RegExp; option: RegExp }[] = [
  { name: /^apk$/, option: /^--allow-untrusted$/ },
  {
    name: /^(?:apt-get|apt|aptitude)$/,
    option:
      /^--(?:allow-unauthenticated|force-yes)$|^(?:-o)?(?:APT::Get::AllowUnauthenticated|Acquire::AllowInsecureRepositories)="?(?:true|1|yes)/i,
  },
  { name: /^rpm$/, option: /^--(?:nosignature|nogpgcheck|nodigest|nosignatures)$/ },
  { name: /^(?:yum|dnf|dnf5|tdnf|microdnf)$/, option: /^--no-?gpg-?check$|^--setopt=(?:\*\.)?gpgcheck=(?:0|false)/ },
  { name: /^zypper$/, option: /^--(?:no-gpg-checks?|gpg-auto-import-keys-off|allow-unsigned-rpm)$/ },
];

export const unsignedPackages = iacRule({
  id: 'dockerfile-unsigned-packages',
  formats: ['dockerfile'],
  title: 'Package signatures not checked',
  severity: 'high',
  confidence: 'high',
  rationale: 'Without signatures any mirror or proxy on the way decides what is installed.',
  fix: 'Import the key of the repository, and remove the switch.',
  references: ['CWE-347'],
  view: dockerStages,
  *check(stage) {
    for (const run of stage.all('RUN')) {
      for (const call of run.calls) {
        const found = switchOf(call) ?? trustedSource(call);
        if (found !== undefined) yield { verdict: 'fail', at: call.at, evidence: `${call.program} ${found}` };
      }
    }
  },
});

function switchOf({ program, args }: ShellCall): string | undefined {
  const option = SWITCHES.find(({ name }) => name.test(program))?.option;
  return option && args.map(({ text }) => text).find((word) => option.test(word));
}

const WRITERS = new Set(['echo', 'printf', 'cat', 'tee', 'add-apt-repository', 'sed']);
/** A source of apt whose signatures nobody checks, in one line or as a field; a repository of yum likewise. */
const TRUSTED =
  /\bdeb(?:-src)?\s{1,9}\[[^\]]{0,200}\b(?:trusted|allow-insecure)=yes\b|^\s{0,9}Trusted:\s{0,9}yes\b|(?:^|[\s"']|\\n)gpgcheck\s{0,9}=\s{0,9}0\b/im;

/** A command that writes such a source. */
function trustedSource({ program, args, input = '' }: ShellCall): string | undefined {
  if (!WRITERS.has(program)) return undefined;
  return [...args.map(({ text }) => text), input].map((text) => TRUSTED.exec(text)?.[0].trim()).find((text) => text !== undefined);
}
