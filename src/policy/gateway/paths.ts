/** The readings of a path, each in normal form, and whether there may be a reading that the text alone does not tell. */
export interface PathReadings {
  paths: ComparedPath[];
  uncertain: boolean;
}

const MAX_DECODINGS = 4;

/** Steps that some systems read as `..`: with more dots or spaces behind it, or with parameters. */
const DISGUISED = /(?:^|[/\\])\.\.(?:[ .]+|;[^/\\]*)(?:[/\\]|$)/;

/**
 * Every way in which a server may read a path: as written, percent-decoded again and again, with compatibility characters (full-width
 * dots and slashes) folded, without quotes, `file:` and Windows prefixes, and through `/proc/<pid>/root` and drives that are shared. A path is
 * uncertain if it leads above its start, holds NUL or disguised dots, or still changes with each decoding.
 */
export function readPath(text: string): PathReadings {
  const { texts, endless } = decodings(text);
  let uncertain = endless || texts.some((one) => one.includes('\0'));
  const paths = new Set<string>();
  for (const one of texts) {
    const path = normalPath(one);
    if (path === '..' || path.startsWith('../')) uncertain = true;
    for (const reading of [path, ...throughProc(path), ...throughShare(path)]) paths.add(reading);
    if (/^\/proc\/(?:self|thread-self|\d+)\/cwd(?:\/|$)/.test(path) || /\$\(|`/.test(one) || DISGUISED.test(one)) uncertain = true;
  }
  return { paths: [...paths].map(compared), uncertain };
}

function decodings(text: string): { texts: string[]; endless: boolean } {
  const plain = /^\s*(['"])(.*)\1\s*$/s.exec(text)?.[2] ?? text;
  const texts = new Set([text, plain, plain.normalize('NFKC')]);
  let current = plain;
  for (let round = 0; round < MAX_DECODINGS; round++) {
    const next = percentDecoded(current);
    if (next === current) return { texts: [...texts], endless: false };
    texts.add(next).add(next.normalize('NFKC'));
    current = next;
  }
  return { texts: [...texts], endless: percentDecoded(current) !== current };
}

/** Also the over-long UTF-8 of dots and slashes (`%c0%af`), which decoders should refuse and some accept. */
function percentDecoded(text: string): string {
  const short = text
    .replace(/%c0%ae/gi, '.')
    .replace(/%c0%af/gi, '/')
    .replace(/%c1%9c/gi, '\\');
  return short.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    const bytes = Buffer.from(run.replaceAll('%', ''), 'hex');
    return bytes.toString('utf8');
  });
}

/** With forward slashes, without `.`, `..` and doubled slashes; every form of the user's own home folder becomes `~`. */
export function normalPath(text: string): string {
  const plain = text
    .trim()
    .replaceAll('\\', '/')
    .replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, '')
    .replace(/^\/\/[?.]\//, '')
    .replace(/^\/(?=[a-z]:\/)/i, '')
    .replace(/::\$data$/i, '');
  const drive = /^[a-z]:/i.exec(plain)?.[0] ?? '';
  const rooted = plain.slice(drive.length).startsWith('/');
  const parts = resolved(plain.slice(drive.length).split('/'), rooted);
  const path = `${drive.toLowerCase()}${rooted ? '/' : ''}${parts.join('/')}` || '.';
  return path.replace(HOME_MARK, '~');
}

function resolved(steps: readonly string[], rooted: boolean): string[] {
  const parts: string[] = [];
  for (const step of steps) {
    if (step === '' || step === '.') continue;
    if (step !== '..') parts.push(step);
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (!rooted) parts.push(step);
  }
  return parts;
}

const HOME_MARK = /^(?:~[^/]*|\$HOME|\$\{HOME\}|\$env:(?:HOME|USERPROFILE)|%(?:USERPROFILE|HOME|HOMEPATH)%)(?=\/|$)/i;
const HOME = /^(?:\/root|\/home\/[^/]+|\/Users\/[^/]+|[a-z]:\/Users\/[^/]+)(?=\/|$)/i;

function throughProc(path: string): string[] {
  const inner = /^\/proc\/(?:self|thread-self|\d+)\/root(\/.*|$)/.exec(path)?.[1];
  return inner === undefined ? [] : [inner === '' ? '/' : inner];
}

/** Drives as a machine shares them with itself: `\\\\localhost\\c$\\x`. */
function throughShare(path: string): string[] {
  const [, drive, rest = ''] = /^\/?(?:unc\/)?[^/]+\/([a-z])\$(\/.*|$)/i.exec(path) ?? [];
  return drive === undefined ? [] : [`${drive.toLowerCase()}:${rest === '' ? '/' : rest}`];
}

/** A path in the forms in which it is compared: file systems differ in letter case, and any home folder may be the one that `~` means. */
export interface ComparedPath {
  forms: readonly [path: string, lower: string, home: string, lowerHome: string];
  /** How it is told whether another path is in it. */
  isHome: boolean;
}

/** `path` in normal form. */
export function compared(path: string): ComparedPath {
  const home = path.replace(HOME, '~');
  return { forms: [path, path.toLowerCase(), home, home.toLowerCase()], isHome: path.startsWith('~') };
}

/** Whether a path is the folder or is in it: by every way to compare the two, and by at least one way. */
export function liesUnder(path: ComparedPath, folder: ComparedPath): { every: boolean; some: boolean } {
  const [plain, lower, home, lowerHome] = path.forms;
  const [outer, lowerOuter, homeOuter, lowerHomeOuter] = folder.forms;
  let [every, some] = [true, false];
  const take = (isInside: boolean) => {
    every &&= isInside;
    some ||= isInside;
  };
  if (!folder.isHome) {
    take(isUnder(plain, outer));
    take(isUnder(lower, lowerOuter));
  }
  if (folder.isHome || path.isHome) {
    take(isUnder(home, homeOuter));
    take(isUnder(lowerHome, lowerHomeOuter));
  }
  return { every, some };
}

function isUnder(inner: string, outer: string): boolean {
  return inner.startsWith(outer) && (inner.length === outer.length || outer.endsWith('/') || inner[outer.length] === '/');
}
