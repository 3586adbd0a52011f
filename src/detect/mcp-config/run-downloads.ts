const FETCH = '(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|aria2c|fetch)';
const INTERPRETER =
  '(?:(?:ba|z|da|k|a|fi|c|tc)?sh|pwsh|powershell|iex|invoke-expression|source|(?:python[\\d.]*|node|deno|bun|perl|ruby|php)(?!\\s+-(?:m|c|e|p|n|ne|pe)\\b))';
const BEFORE = '(?:(?:sudo|env|exec|command|nohup|xargs)\\s+(?:-\\S+\\s+)*)?(?:\\S{1,40}/)?';

/**
 * Forms in which a download is run at once. Their lengths are limited, so that a long line costs little more than its
 * length.
 */
const FORMS: readonly RegExp[] = [
  // curl … | sh, also through filters
  new RegExp(`\\b${FETCH}\\b[^;\\n]{0,600}\\|\\s{0,8}${BEFORE}${INTERPRETER}(?![\\w.-])`, 'i'),
  // bash <(curl …), sh -c "$(curl …)", eval `curl …`, . <(curl …)
  new RegExp(
    `(?:\\b(?:(?:ba|z|da|k|fi)?sh|eval|source|python[\\d.]*|node|perl|ruby)|(?:^|[\\s;&|(])\\.)\\s{1,8}(?:-\\w{1,20}\\s{1,8}){0,4}["']?(?:<\\(|\\$\\(|\`)\\s{0,8}${FETCH}\\b`,
    'i',
  ),
  // A shell whose whole text is a substitution: $(curl …)
  new RegExp(`^\\s{0,8}["']?(?:\\$\\(|\`)\\s{0,8}${FETCH}\\b`, 'i'),
  // iex (iwr …), iex (New-Object Net.WebClient).DownloadString(…)
  new RegExp(`\\b(?:iex|invoke-expression)\\b[^\\n]{0,200}\\b(?:${FETCH}|downloadstring|downloaddata|webclient)\\b`, 'i'),
  /\b(?:downloadstring|downloaddata)\([^\n]{0,300}\|\s{0,8}(?:iex|invoke-expression)\b/i,
  // exec(urlopen(…)), s = requests.get(…); exec(s)
  /\b(?:exec|eval|compile|__import__)\s{0,4}\([^\n]{0,300}\b(?:urlopen|urlretrieve|requests\.get|httpx\.get|http\.client)/i,
  /\b(?:urlopen|requests\.get|httpx\.get)\s{0,4}\([^\n]{0,600}\b(?:exec|eval)\s{0,4}\(/i,
  // fetch(…).then(eval), eval(await (await fetch(…)).text()), new Function(body)
  /\b(?:fetch|https?\.get|axios(?:\.get)?)\s{0,4}\([^\n]{0,600}(?:\beval\b|\bFunction\s{0,4}\(|\bvm\.run|child_process)/,
  /\b(?:eval|Function)\s{0,4}\([^\n]{0,300}\b(?:fetch|https?\.get|axios)\b/,
  // eval(file_get_contents("http…")), eval(URI.open(…).read), eval(open("http…").read), eval get(…)
  /\beval\b[^\n]{0,80}(?:file_get_contents|URI\.open|open\s{0,2}\(\s{0,2}["']https?:|LWP|get\s{0,2}\(?\s{0,2}["']https?:)/,
  // mshta https://…, regsvr32 /i:https://…
  /\b(?:mshta|regsvr32|rundll32)\b[^\n]{0,120}\bhttps?:/i,
];

/** curl -o f … && sh f, wget -O f …; chmod +x f && ./f, from the name of the downloading program on. */
const WRITTEN =
  /^(?:curl|wget)\b[^|\n]{0,400}(?:\s-[a-zA-Z]{0,8}[oO]\s{1,4}|--output[= ]|\s>\s{0,4})["']?([\w./~$-]{1,120})["']?[^\n]{0,400}(?:&&|;)\s{0,8}(?:sudo\s{1,4})?(?:(?:(?:ba|z|da)?sh|python[\d.]*|node|source|\.)\s{1,8}["']?)?(?:\.\/)?\1(?![\w./-])/;

/** Limit of characters that are searched; real launch lines are shorter. */
const MAX_LENGTH = 16_384;

/** The words with which a text fetches a program and runs it at once; undefined when it does not. */
export function runsDownload(text: string): string | undefined {
  const part = text.slice(0, MAX_LENGTH);
  for (const form of FORMS) {
    const match = form.exec(part);
    if (match) return match[0];
  }
  return runsWritten(part);
}

/**
 * Limits for the downloads of one line that are followed to the file they write, and for the distance within which the
 * file must be run.
 */
const MAX_DOWNLOADS = 40;
const REACH = 1200;

function runsWritten(text: string): string | undefined {
  const starts = /\b(?:curl|wget)\b/g;
  for (let count = 0; count < MAX_DOWNLOADS; count++) {
    const start = starts.exec(text);
    if (!start) return undefined;
    const match = WRITTEN.exec(text.slice(start.index, start.index + REACH));
    if (match) return match[0];
  }
  return undefined;
}

const DECODES = [
  /\b(?:base64\s{1,4}(?:-d|-D|-di|--decode)|xxd\s{1,4}-r[^|\n]{0,40}|openssl\s{1,4}(?:enc|base64)\s[^|\n]{0,80}-d\b)[^|\n]{0,200}\|\s{0,8}(?:sudo\s{1,4})?(?:\S{1,40}\/)?(?:(?:ba|z|da|k)?sh|python[\d.]*|node|perl|ruby|php|iex)\b/i,
  /\b(?:eval|(?:ba|z|da)?sh\s{1,4}-c)\s{1,4}["']?(?:\$\(|`)[^\n]{0,400}\bbase64\s{1,4}(?:-d|-D|--decode)/i,
  /\b(?:exec|eval)\s{0,4}\([^\n]{0,120}(?:b64decode|bytes\.fromhex|fromhex|atob|Buffer\.from)\s{0,4}\(/,
  /\b(?:iex|invoke-expression)\b[^\n]{0,200}frombase64string/i,
  /(?:\\x[0-9a-f]{2}){8,}/i,
];

/** True when a text hides its command by an encoding. */
export function runsEncoded(text: string): boolean {
  const part = text.slice(0, MAX_LENGTH);
  return DECODES.some((form) => form.test(part));
}
