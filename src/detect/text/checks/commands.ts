import type { TextDocument } from '../reading/document.js';
import { isInstallerHost, isUserContent } from '../reading/maker-hosts.js';
import { isBareAddress, isDropHost, isFilledIn, isForeignHost } from '../reading/places.js';
import { ordered, type Statement } from '../reading/statement.js';
import { type Detection, seen } from './detection.js';
import { command, order } from './rule.js';

const INTERPRETER =
  '(?:(?:sudo (?:-\\w+ )?)?(?:/(?:usr/)?bin/)?(?:ba|z|da|k|a)?sh\\b|(?:sudo )?(?:python[23]?|perl|ruby|node|php|pwsh|powershell)\\b(?! -[cm] json)(?! -m json))(?!\\s+[\\w./~-]+\\.(?:sh|py|pl|rb|m?js|php|ps1)\\b)';
const PIPED = new RegExp(
  `\\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest)\\b([^|\\n]{1,400})\\|\\s{0,4}(?:${INTERPRETER}|iex\\b|invoke-expression)`,
);
const SUBSTITUTED =
  /\b(?:(?:ba|z)?sh|eval|source|\.|iex|python3?) (?:-c )?["']?(?:\$\(|<\(|`|\(|& \()\s?(?:curl|wget|iwr|irm|new-object net\.webclient)([^)`]{1,400})|\b(?:exec|eval)\(\s?(?:urllib\.request\.urlopen|urlopen|requests\.get|await fetch)\(([^)\n]{1,300})/;
const ADDRESS = /\b(?:(https?):\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}|\d{1,3}(?:\.\d{1,3}){3}|localhost)(?=[/:\s"'`)]|$)/;

/** RCE-01: a fetched script goes straight into an interpreter. Who serves it decides. */
export const pipedToShell = command(
  (statement, document) => {
    const match = PIPED.exec(statement.text) ?? SUBSTITUTED.exec(statement.text);
    if (match === null || /\bpython3? -c ["']?(?:import )?json|\bjq\b/.test(match[0])) return undefined;
    const before = statement.text.slice(Math.max(0, match.index - 60), match.index);
    if (/\b(?:avoid|forbid\w*|block(?:s|ed)?|reject|refuse|instead of)\b/.test(before)) return undefined;
    const source = match[1] ?? match[2] ?? '';
    if (waitsForHost(source, statement.original)) return undefined;
    const address = ADDRESS.exec(source);
    if (address !== null && showsOther(before, address[2] ?? '')) return seen('RCE-05', 'shown address', 'another is run');
    if (address === null) return { ...seen('RCE-01', 'fetched', 'unnamed source'), severity: 'medium' };
    return provenance(address, source, document);
  },
  ['downloader'],
);

/** True when all that is fetched waits for the reader's own host: `http://ATTACKER_IP/x`. `source` is in small letters. */
function waitsForHost(source: string, original: string): boolean {
  const at = original.toLowerCase().indexOf(source);
  if (at === -1) return false;
  const words = original
    .slice(at, at + source.length)
    .split(/\s+/)
    .filter((word) => word !== '' && !word.startsWith('-'));
  return words.length > 0 && words.every((word) => isFilledIn(/^["']?\w+:\/\/(<[^>]*>|[^/:"']+)/.exec(word)?.[1] ?? ''));
}

/** True when the words before print the address of somebody else. */
function showsOther(before: string, host: string): boolean {
  const shown =
    /\b(?:echo|printf|print)\b[^|&;]{0,50}?(?:https?:\/\/|\b(?=[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){0,4}\.[a-z]{2,12}\/))([a-z0-9.-]{3,100})/.exec(
      before,
    )?.[1];
  return shown !== undefined && shown !== host && !host.endsWith(`.${shown}`);
}

const SAVED =
  /\b(?:curl|wget|iwr|invoke-webrequest)\b([^|\n]{1,300}?)(?:&&|;|\band (?:then )?)[^\n]{0,80}?(?:\bchmod (?:\+x|[0-7]{3})|\b(?:ba|z)?sh \S|\bstart-process\b|&& ?\.?\/)/;

/** RCE-01: fetched to a file that the same line makes executable or runs. */
export const savedAndRun = command(
  (statement, document) => {
    const match = SAVED.exec(statement.text);
    const address = match === null ? null : ADDRESS.exec(match[1] ?? '');
    if (address === null) return undefined;
    const found = provenance(address, match?.[1] ?? '', document);
    return found?.severity === 'low' ? undefined : found;
  },
  ['downloader'],
);

function provenance([, scheme = 'https', host = '']: RegExpExecArray, source: string, document: TextDocument): Detection | undefined {
  if (/^(?:localhost|127\.)/.test(host) || /^(?:example|your[-.])/.test(host) || isFilledIn(host)) return undefined;
  if (isBareAddress(host)) return { ...seen('RCE-01', 'fetched', 'bare address'), severity: 'critical' };
  if (scheme === 'http' || isDropHost(host))
    return { ...seen('RCE-01', 'fetched', scheme === 'http' ? 'plain HTTP' : 'drop host'), severity: 'critical' };
  const isVendor = isInstallerHost(host) && !isUserContent(host, source);
  if (isVendor || !isForeignHost(host, document.subject)) return { ...seen('RCE-01', 'fetched', 'vendor'), severity: 'low' };
  return { ...seen('RCE-01', 'fetched', 'unknown host'), severity: 'medium', confidence: 'medium' };
}

/** What is compared with a published sum or signature is what its maker published. */
const CHECKS_SUM =
  /\b(?:check|verify|compare|validate)\w*\b.{0,30}\b(?:sums?|checksums?|sha-?(?:256|512)\w*|hash\w*|signatures?|digests?)\b/;

/** RCE-01 in words: download something and execute it. */
export const downloadAndRun = order(
  (statement, document) => {
    const address = /\b(https?):\/\/((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63})/.exec(statement.text);
    if (address === null || statement.passage.role === 'shell') return undefined;
    const fetched = ordered(statement, 'fetch').some((tag) =>
      /^(?:download|fetch|curl|wget|pull|get|lade|下|下载|скачай|descarga|télécharge|baixe|scarica)/.test(
        statement.text.slice(tag.start, tag.end),
      ),
    );
    const runs =
      runsForeign(statement) ||
      /\b(?:and|then|,) (?:then )?(?:run|execute|launch|start|install|open) (?:it|them|the (?:file|script|binary|installer|program))\b|\b(?:and|then|,) (?:then )?(?:run|execute|launch|start|install|open) [`"']?[\w.-]{1,60}\.(?:exe|msi|dmg|pkg|sh|bat|cmd|ps1|app|bin|jar|py|js)\b|\bexecute it\b|\bpip[e]? it (?:to|into)\b/.test(
        statement.text,
      );
    if (!fetched || !runs || CHECKS_SUM.test(statement.text)) return undefined;
    const host = address[2] ?? '';
    if (!isForeignHost(host, document.subject) || isInstallerHost(host)) return undefined;
    return { ...seen('RCE-01', 'fetched', 'run'), severity: 'high' };
  },
  ['address', 'fetch'],
);

/** Other languages name the script again rather than "it". */
function runsForeign(statement: Statement): boolean {
  const words = [...ordered(statement, 'run')].map((tag) => statement.text.slice(tag.start, tag.end));
  return (
    words.some((word) =>
      /^(?:führe|ausführen|starte|ejecuta|ejecútalo|exécute|lance|execute-o|esegui|запусти|выполни|运行|执行)/.test(word),
    ) && /\bhttps?:\/\//.test(statement.text)
  );
}

const REVERSE =
  /\/dev\/(?:tcp|udp)\/[\w.$-]{1,253}\/\$?\w{1,10}|\b(?:nc|ncat|netcat)\b[^|\n]{0,60}\s-[a-z]{0,4}e\s{0,2}\S{0,12}(?:sh|cmd)[^|\n]{0,80}|\bmkfifo\b[^\n]{0,160}\b(?:nc|ncat)\b|\bsocket\.socket\b[^\n]{0,300}\bdup2\b|\breverse shell\b.{0,40}\b(?:to|with|on)\b/;

/** Opens a connection and ties nothing to it: whether somebody listens there. */
function isPortCheck(text: string): boolean {
  return (
    /<\s?\/dev\/tcp\/|(?:echo|:|printf)[^|;&]{0,40}>\s?\/dev\/tcp\//.test(text) &&
    !/\s-i\b|>&\s?[/\d]|<&|<>|\bexec\b|\|\s{0,3}(?:ba|z)?sh\b|\bread\b/.test(text.replace(/2>&1/g, ''))
  );
}

/** A numeric address outside the networks at home or in a laboratory, where whoever follows the text is both ends. */
function namesBareAddress(text: string): boolean {
  return (text.match(/\d{1,3}(?:\.\d{1,3}){3}/g) ?? []).some((address) => isBareAddress(address));
}

/** RCE-03: a shell for somebody else, in a place that is executed or ordered. */
export const reverseShell = command(
  (statement) => {
    const match = REVERSE.exec(statement.text);
    if (match === null) return undefined;
    const before = statement.text.slice(Math.max(0, match.index - 120), match.index);
    if (/\b(?:never|not|don't|detect\w*|block\w*|flag\w*|search|grep|look for|signs?|regex|pattern)\b/.test(before)) return undefined;
    if (isPortCheck(statement.text)) return undefined;
    const literal = namesBareAddress(match[0]) || /\.[a-z]{2,}\//.test(match[0]);
    const orderedInProse = statement.passage.role !== 'shell' && (ordered(statement, 'run').length > 0 || /\bopen\b/.test(statement.text));
    return literal && (orderedInProse || statement.passage.role === 'shell') ? seen('RCE-03', 'socket', 'shell') : undefined;
  },
  ['socket'],
);

const DECODE_RUN = new RegExp(
  `\\bbase64\\s{1,3}(?:-d|-D|--decode)\\b[^\\n|]{0,80}\\|\\s{0,4}(?:${INTERPRETER})|\\b(?:powershell|pwsh)(?:\\.exe)?\\b[^\\n]{0,120}\\s-e(?:nc|ncodedcommand|c)?\\s{1,3}[a-z0-9+/=]{24,}|\\b(?:xxd -r -p|openssl enc -d\\b)[^\\n|]{0,80}\\|\\s{0,4}(?:${INTERPRETER})|\\b(?:exec|eval)\\s{0,2}\\(\\s{0,2}(?:(?:__import__\\(['"])?(?:base64|codecs|zlib)|atob\\(|bytes\\.fromhex)|\\beval\\b[^\\n]{0,30}\\$\\([^)\\n]{0,400}base64 (?:-d|--decode)`,
  'i',
);

/** Dots or a name in brackets where the encoded text or its end would be, or a line of a list of processes: the form of an attack, and none. */
const NO_PAYLOAD =
  /[\w+/]{12}(?:\.{3}|…)|^\W*(?:(?:parent )?process|pid \d{1,6})\s?:|(?:\(\s?|\becho(?: -[ne]{1,2})? )["'`]?(?:\.{3}|…|<[^>"'`]{0,40}>)(?:["'`]| ?\|)/;

/** ENC-02: decoded and executed in one go; in words, an order to decode and pipe. */
export const decodeAndRun = command(
  (statement) => {
    const match = DECODE_RUN.exec(statement.text);
    if (match) {
      const before = statement.text.slice(Math.max(0, match.index - 60), match.index);
      if (/\b(?:never|do not|don't|detect\w*|block\w*|flag\w*|search|grep|look for)\b/.test(before)) return undefined;
      if (NO_PAYLOAD.test(statement.text)) return undefined;
      return /\becho\b[^|]{0,40}https?:\/\//.test(statement.text)
        ? seen('RCE-05', 'shown address', 'decoded command')
        : seen('ENC-02', 'decoded', 'executed');
    }
    const decodes =
      ordered(statement, 'decode').length > 0 ||
      /\b(?:unpack|unscramble|restore|turn|translate)\b.{0,40}\b(?:encoded|base64|scrambled)\b/.test(statement.text);
    const pipes =
      /\blet (?:a |the )?(?:sh|bash|shell|python3?|interpreter) (?:run|execute|have)\b|\bhand (?:it|the result|them) (?:over )?to (?:a |the )?(?:sh|bash|shell|zsh|python|interpreter|terminal)\b|\b(?:pipe|pass|feed|send) (?:it|the (?:result|output)|them) (?:to|into) (?:a |the )?(?:sh|bash|shell|zsh|python|eval|interpreter|terminal)\b|\b(?:and|then) (?:run|execute|eval\w*) (?:it|the result|the output|them|what)\b/.test(
        statement.text,
      );
    return decodes && pipes ? seen('ENC-02', 'decoded', 'executed') : undefined;
  },
  ['decode'],
  ['decoder'],
);

/** ENC-03: decode this and obey what it says. */
export const decodeAndFollow = order(
  (statement) => {
    const decodes = ordered(statement, 'decode');
    if (decodes.length === 0 && !/\brot-?13\b|\bbase64\b/.test(statement.text)) return undefined;
    // What is applied first is something else.
    const from = decodes[0]?.start ?? 0;
    const follow = /\b(?:and|then|,|please) (?:follow|obey|apply|do|execute|act on|carry out|comply)\b/.test(statement.text.slice(from));
    const here =
      /\b(?:below|following|next|above|this|that|line|string|title|comment|notes?|configuration|config|text|block|it)\b|[:(]/.test(
        statement.text,
      );
    const honest =
      /\b(?:user|input|response|output|payload|token|json|image|file)\b/.test(statement.text) &&
      !/\b(?:obey|follow)\b/.test(statement.text);
    return follow && here && !honest ? seen('ENC-03', 'decode', 'obey') : undefined;
  },
  ['decode'],
  ['decoder'],
);

const ASK_SECRET =
  /\b(?:ask|tell|request|prompt|have|get|let|make|require|instruct)\b.{0,40}\b(?:user|them|person|customer)\b.{0,60}\b(?:paste|share|provide|give|send|type|enter|tell|hand|post)\b.{0,80}\b(?:password|access key|secret key|private key|seed phrase|recovery phrase|mnemonic|api keys?|tokens?|credentials|pin|one-time code|2fa code)\b/;

/** CRD-03: the user is asked for raw secrets, which then go somewhere. */
export const asksForSecrets = order(
  (statement, document) => {
    const match = ASK_SECRET.exec(statement.text);
    if (
      match === null ||
      /\b(?:never|not|don't|avoid|without)\b/.test(statement.text.slice(Math.max(0, match.index - 30), match.index + match[0].length))
    )
      return undefined;
    const text = [statement, ...statement.next].map((each) => each.text).join(' ');
    const url = /https?:\/\/([^\s/"'<>)]{3,200})/.exec(text);
    const sent =
      url !== null &&
      isForeignHost(url[1] ?? '', document.subject) &&
      /[?&]\w{1,20}=<?|\b(?:send|post|upload|call|forward|submit)\b/.test(text);
    const chat = /\b(?:chat|here|conversation|reply|message|to you)\b/.test(statement.text);
    if (sent) return { ...seen('CRD-03', 'asks for secret', 'sent away'), severity: 'high' };
    return chat || /seed|mnemonic|recovery phrase/.test(match[0]) ? seen('CRD-03', 'asks for secret', 'in the chat') : undefined;
  },
  ['user', 'credential'],
  ['user', 'secret'],
);

/** EXF-02 in a shell line: the environment or a key file is piped to an address. */
export const pipedAway = command(
  (statement: Statement, document) => {
    const match =
      /(?:\b(?:env|printenv|set)\b|\bcat\s{1,3}[^|\n]{0,80}(?:\.env|id_rsa|credentials|\.netrc|\.npmrc)[^|\n]{0,40})\s{0,3}\|[^\n]{0,80}\b(?:curl|wget|nc)\b[^\n]{0,160}?(https?:\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63})/.exec(
        statement.text,
      );
    if (match === null) return undefined;
    return isForeignHost(match[2] ?? '', document.subject) ? seen('EXF-02', 'environment', 'foreign host') : undefined;
  },
  ['downloader'],
  ['socket'],
);
