import type { FlowCheck } from './hits.js';

/** An installer or runner of a package registry, and the words after it up to the end of the command. */
const INSTALL =
  /(?:^|[\s;&|(`'"])(?:(pip3?|python3? -m pip|uv pip) install|(uvx|pipx (?:run|install)|uv tool (?:run|install))|(npx|bunx|pnpm dlx|yarn dlx)|(npm (?:i|install|add)|pnpm add|yarn add|bun add))((?:[ \t]+[^\s;&|<>`"'#)]{1,200}){1,40})/g;
/** Options with a value, which is not a package. */
const TAKES_WORD =
  /^(?:-r|--requirement|-c|--constraint|-e|--editable|-i|--index-url|--extra-index-url|--target|-t|--prefix|--python|-p|--with|--from)$/;

/** SUP-06: packages that a script installs or runs without a version; one finding for each script. */
export const unpinnedPackages: FlowCheck = function* ({ unit }) {
  if ((unit.kind !== 'script' && unit.kind !== 'lifecycle') || unit.language !== 'shell') return;
  const found = [...unit.text.replace(/^[ \t]*#.*$/gm, (line) => ' '.repeat(line.length)).matchAll(INSTALL)].flatMap((match) =>
    floating(match).map((name) => ({ name, at: match.index + match[0].search(/[^\s;&|(`'"]/) })),
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

function floating(match: RegExpMatchArray): string[] {
  const words = (match[5] ?? '').trim().split(/\s+/);
  if (words.some((word) => /^(?:-r|--requirement)/.test(word))) return [];
  const packages = words.filter((word, at) => !word.startsWith('-') && !TAKES_WORD.test(words[at - 1] ?? ''));
  const python = match[1] !== undefined || match[2] !== undefined;
  const [, , runTool, runNpx] = match;
  const own = runTool !== undefined || runNpx !== undefined ? packages.slice(0, 1) : packages;
  return own.filter((word) => isName(word) && !(python ? /===?|@\s?\S/ : /.@v?\d+\.\d+\.\d/).test(word));
}

/** True for a name in a registry: not a path, address, variable or pattern. */
function isName(word: string): boolean {
  return (
    /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(?:\[[\w,-]*\])?(?:[<>=~!@^].*)?$/i.test(word) && !/\.(?:whl|tgz|tar\.gz|txt)$|:\/\//.test(word)
  );
}
