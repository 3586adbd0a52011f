/** An installer or runner of a package registry, and the words after it up to the end of the command. */
const INSTALL =
  /(?:^|[\s;&|(`'"])(?:(pip3?|python3? -m pip|uv pip) install|(uvx|pipx (?:run|install)|uv tool (?:run|install))|(npx|bunx|pnpm dlx|yarn dlx)|(npm (?:i|install|add)|pnpm add|yarn add|bun add))((?:[ \t]+[^\s;&|<>`"'#)]{1,200}){1,40})/g;
/** What each of them begins with. */
const INSTALLER = /(?:pip3?|npm|yarn|bun|uv|pipx) |(?:npx|uvx|bunx)[ \t]/;
/** Options with a value, which is not a package. */
const TAKES_WORD =
  /^(?:-r|--requirement|-c|--constraint|-e|--editable|-i|--index-url|--extra-index-url|--target|-t|--prefix|--python|-p|--with|--from)$/;

/** A command that installs or runs packages of a registry. */
export interface InstallCommand {
  ecosystem: 'PyPI' | 'npm';
  /** The packages as they are written, with their versions. */
  packages: readonly string[];
  /** True where the versions stand in a file. */
  byFile: boolean;
  /** Offset of the command. */
  at: number;
}

/** Commands of a text that install or run packages of PyPI or npm, in order of place. */
export function installCommands(text: string): InstallCommand[] {
  if (!INSTALLER.test(text)) return [];
  return [...text.matchAll(INSTALL)].map((match) => {
    const [whole, pip, pythonTool, npx, , rest = ''] = match;
    const words = rest.trim().split(/\s+/);
    const packages = words.filter((word, at) => !word.startsWith('-') && !TAKES_WORD.test(words[at - 1] ?? ''));
    const runs = pythonTool !== undefined || npx !== undefined;
    return {
      ecosystem: pip !== undefined || pythonTool !== undefined ? 'PyPI' : 'npm',
      packages: (runs ? packages.slice(0, 1) : packages).filter(isName),
      byFile: words.some((word) => /^(?:-r|--requirement)/.test(word)),
      at: match.index + whole.search(/[^\s;&|(`'"]/),
    };
  });
}

/** True for a name in a registry: not a path, address, variable or pattern. */
function isName(word: string): boolean {
  return (
    /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:\[[\w,-]*\])?(?:[<>=~!@^].*)?$/i.test(word) && !/\.(?:whl|tgz|tar\.gz|txt)$|:\/\//.test(word)
  );
}
