/** Commands that fetch and run a package, with the words allowed between the command and the package's name. */
export const runnerCommands: readonly { words: readonly string[]; ecosystem: string }[] = [
  { words: ['npx'], ecosystem: 'npm' },
  { words: ['bunx'], ecosystem: 'npm' },
  { words: ['pnpm', 'dlx'], ecosystem: 'npm' },
  { words: ['pnpx'], ecosystem: 'npm' },
  { words: ['yarn', 'dlx'], ecosystem: 'npm' },
  { words: ['npm', 'exec'], ecosystem: 'npm' },
  { words: ['uvx'], ecosystem: 'PyPI' },
  { words: ['uv', 'tool', 'run'], ecosystem: 'PyPI' },
  { words: ['pipx', 'run'], ecosystem: 'PyPI' },
];

/** The runner that a command begins with. */
export function runnerOf(words: readonly string[]): (typeof runnerCommands)[number] | undefined {
  return runnerCommands.find((runner) => runner.words.every((word, index) => words[index] === word));
}

/** The same command with the package in another version; undefined if it is no runner's command, or names the package in another way. */
export function withVersion(command: string, name: string, version: string): string | undefined {
  const words = command.trim().split(/\s+/);
  if (words.length < 2 || runnerOf(words) === undefined) return undefined;
  const at = words.findIndex((word) => word.startsWith(`${name}@`) || word.startsWith(`${name}==`));
  if (at === -1) return undefined;
  const mark = words[at]?.startsWith(`${name}@`) ? '@' : '==';
  return words.with(at, `${name}${mark}${version}`).join(' ');
}
