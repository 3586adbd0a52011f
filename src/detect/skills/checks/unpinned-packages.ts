import type { FlowCheck } from './hits.js';
import { type InstallCommand, installCommands } from './install-commands.js';

/** SUP-06: packages that a script installs or runs without a version; one finding for each script. */
export const unpinnedPackages: FlowCheck = function* ({ unit }) {
  if ((unit.kind !== 'script' && unit.kind !== 'lifecycle') || unit.language !== 'shell') return;
  const found = installCommands(unit.text.replace(/^[ \t]*#.*$/gm, (line) => ' '.repeat(line.length))).flatMap((command) =>
    floating(command).map((name) => ({ name, at: command.at })),
  );
  const [first] = found;
  if (first === undefined) return;
  const names = [...new Set(found.map(({ name }) => name))];
  yield {
    rule: 'SUP-06',
    at: first.at,
    evidence: names.slice(0, 6).join(', ') + (names.length > 6 ? ` and ${names.length - 6} more` : ''),
  };
};

function floating({ ecosystem, packages, byFile }: InstallCommand): string[] {
  const pinned = ecosystem === 'PyPI' ? /===?|@\s?\S/ : /.@v?\d+\.\d+\.\d/;
  return byFile ? [] : packages.filter((word) => !pinned.test(word));
}
