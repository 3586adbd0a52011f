import type { Subject, TextDocument } from '../reading/document.js';
import { isFileOfAccount, isOfKnownMaker } from '../reading/maker-hosts.js';
import { isDropHost, isFilledIn, isForeignHost, type Place, placesOf } from '../reading/places.js';
import type { Statement } from '../reading/statement.js';
import { type Detection, seen } from './detection.js';
import { order } from './rule.js';

const REQUIRED =
  /\b(?:requires?|required|requirements?|must|has to|have to|needs?|prerequisites?|before (?:using|you|the first|any|proceeding|continuing|starting|setting|running)|necessary|will not work|won't work|important|first|do(?:es)? not work|doesn't work|cannot work|mandatory|without (?:it|this|which))\b/;
const ARCHIVE = /\b(?:zip|rar|7z|archive|exe|dmg|pkg|msi|binary|executable|installer|release|agent|utility)\b/;
const DOWNLOAD = /\bdownload(?:s|ed|ing)?\b|\b(?:get|fetch|grab)\b.{0,60}\.(?:zip|rar|7z|exe|dmg|msi|pkg)\b/;
const PASSWORD =
  /\b(?:password|passphrase|passcode|pass|pwd|(?:extract(?:ion)?|unlock|archive) (?:key|code|word)|(?:unzip|extract|unpack|open) (?:it )?with(?: the)?(?: code| key| word)?)\b(?: (?:for|of|to) (?:the |this |its )?\w{2,20}(?: \w{2,20})?)?\s{0,3}[*_]{0,3}[:=]?[*_]{0,3}\s{0,3}(?:is\s)?[`"'“(]?[\w!@#$%-]{3,30}/;

/** RCE-02: a "required" program in an archive with a password. */
export const lockedPrerequisite = order(
  (statement) => {
    const text = wordsAround(statement);
    const isFetched = DOWNLOAD.test(statement.text) && /https?:\/\/|\]\(|\bhere\b|\brelease/.test(statement.text);
    const isLocked = PASSWORD.test(text) && /\b(?:extract|unzip|archive|zip|rar|password-protected|pass:|password:)\b/.test(text);
    return isFetched && isLocked && ARCHIVE.test(text)
      ? { ...seen('RCE-02', 'required download', 'archive with password'), severity: 'critical' }
      : undefined;
  },
  ['download'],
  ['fetch', 'address'],
);

function wordsAround({ previous, text, next }: Statement): string {
  return [previous?.text ?? '', text, ...next.map((each) => each.text)].join(' ');
}

const VISITED = /\b(?:visit|open|go to|head (?:over )?to|navigate to|browse to|see|follow|check|use)\b[^.;]{0,120}(?:https?:\/\/|\]\()/;
const COMMANDED =
  /\b(?:run|execute|enter|type|copy|paste|apply|launch|perform)\b[^.;]{0,80}\b(?:commands?|scripts?|snippets?|one-?liners?|code|lines?|terminal)\b/;
const SHELL = /\b(?:terminal|powershell|command prompt|command line|cmd|console|shell|run|execute)\b/;

/** RCE-02: a page tells which command to run, so that nobody who reads this text sees it. */
export const commandFromPage = order(
  (statement, document) => {
    if (!VISITED.test(statement.text)) return undefined;
    const text = [statement, ...statement.next.slice(0, 1)].map((each) => each.text).join(' ');
    if (!COMMANDED.test(text) || !SHELL.test(text)) return undefined;
    const page = placesOf(statement).find(({ kind }) => kind === 'url');
    if (page === undefined || !isStrange(page, document.subject)) return undefined;
    if (isDropHost(page.host)) return { ...seen('RCE-02', 'command from a page', 'drop host'), severity: 'critical' };
    const isRequired = REQUIRED.test(wordsAround(statement)) || SETUP.test(statement.passage.heading);
    return isRequired && /\b(?:copy|paste|terminal|powershell|command prompt|console)\b/.test(text)
      ? { ...seen('RCE-02', 'required', 'command from a page'), severity: 'high' }
      : undefined;
  },
  ['fetch', 'address'],
  ['paste'],
  ['download'],
);

/** A place of nobody the text is about, and of no well-known maker; an account where anybody may put files is no maker. */
function isStrange({ host, address }: Place, subject: Subject): boolean {
  if (isFilledIn(host) || !isForeignHost(host, subject)) return false;
  return !isOfKnownMaker(host) || isFileOfAccount(host, address);
}

const SETUP = /\b(?:prerequisites?|requirements?|required|set-?up|installation|before (?:use|using|you|starting)|getting started)\b/i;
/** Addresses of programs, and of archives that hold one. */
const PROGRAM =
  /\/(?:[^\s/"'()<>]{0,80}\.(?:exe|msi|dmg|pkg|scr|bat|cmd|ps1|appimage|zip|rar|7z)\b|releases\/(?:latest\/)?download\/[^\s"'()<>]{3,120})/;
const STARTED =
  /\b(?:run|start|launch|execute|open|install|double-click)(?:ning)? (?:on )?(?:the |this )?(?:it\b|them\b|[`"'*]{0,3}[\w./-]{1,60}\.(?:exe|msi|dmg|pkg|sh|bat|cmd|ps1|app|appimage|bin|jar|scr)\b|(?:\w+ )?(?:binary|service|helper|agent|set-?up|installer|program|executable|utility|tool|file|package|app(?:lication)?)\b)/;
const CHECKED = /\b(?:sha-?(?:256|512)\w*|checksums?|signatures?|gpg|cosign|attestation|notari[sz]ed)\b/;

/**
 * RCE-02: a program that the text requires, from an account or a host that has nothing to do with it, and that no command of the text uses:
 * it is there to be started, not to help.
 */
export const strangersProgram = order(
  (statement, document) => {
    if (!DOWNLOAD.test(statement.text)) return undefined;
    const text = sectionFrom(statement, document);
    const source = placesOf({ text }).find(({ kind, address }) => kind === 'url' && PROGRAM.test(address));
    if (source === undefined || !isStrange(source, document.subject)) return undefined;
    const isRequired = REQUIRED.test(`${statement.previous?.text ?? ''} ${text}`) || SETUP.test(statement.passage.heading);
    if (!isRequired || !STARTED.test(text) || CHECKED.test(text)) return undefined;
    const names = namesOf(source.address);
    if (names.some((name) => isAbout(name, document.subject) || isUsed(name, document))) return undefined;
    return seen('RCE-02', 'required', 'program of a stranger', 'used by nothing');
  },
  ['download'],
  ['fetch', 'address'],
);

/** Characters within which a text says what to do with a download, also in the next step of a list. */
const SECTION = 500;

/** The words from a statement on, up to the next heading. */
function sectionFrom({ offset }: Statement, { text }: TextDocument): string {
  return (text.slice(offset, offset + SECTION).split(/\n#/, 1)[0] ?? '').toLowerCase();
}

/** What a program may be called, by its address: file, repository and account. */
function namesOf(address: string): string[] {
  const path = address.replace(/^\w+:\/\/[^/]*\//, '').split(/[?#]/, 1)[0] ?? '';
  const segments = path.split('/').map((segment) => segment.replace(/(?:\.(?:tar|\w{1,8}))+$/, ''));
  return [...new Set(segments.flatMap((segment) => [segment, segment.split(/[-_.]/, 1)[0] ?? '']))].filter(
    (name) =>
      name.length > 2 &&
      !/^(?:releases?|download|latest|main|master|raw|files?|v?\d[\d.]*|windows|win(?:32|64)?|macos|darwin|setup)$/.test(name),
  );
}

function isAbout(name: string, { name: own, description }: Subject): boolean {
  return (
    name.length > 3 &&
    `${own} ${description}`
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, '')
      .includes(name.replaceAll(/[_-]+/g, ''))
  );
}

/** A line or a piece of code starts with it and goes on with an argument. */
function isUsed(name: string, { text }: TextDocument): boolean {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?:^[ \\t]*(?:\\$ |> |sudo )?|[\`(|&;] ?(?:\\$ ?)?)(?:\\./)?${escaped}(?:\\.exe)? +[-\\w"'<./{\\[]`, 'im').test(
    codeOf(text),
  );
}

/** Fences and code in a line: a sentence that starts with the name is no use of it. */
function codeOf(text: string): string {
  return (text.match(/```[\s\S]*?(?:```|$)|`[^`\n]+`/g) ?? []).join('\n');
}

const ENCRYPTED =
  /\b(?:password|passphrase|passcode|pass|pwd)\b[\s:=*_]{0,5}(?:is|of|for it is)?[\s:=*_]{0,3}[`"'“(]?[\w!@#$%-]{3,30}|\bpassword[- ]protected\b|\bencrypted (?:zip|rar|7z|archive)\b/;
const UNPACKED = /\b(?:unzip|extract|unpack|decompress|unrar|un7z|7z x|open)\b(?:ing|s)?/;
const PACKED = /\b(?:zip|rar|7z|archive|tarball)\b|\.(?:zip|rar|7z)\b/;
const LAUNCHED =
  /\b(?:run|start|launch|execute|install|open) (?:the )?(?:[`"']?[\w./-]{1,60}\.(?:exe|msi|dmg|pkg|sh|bat|cmd|ps1|app|bin|jar|scr)\b|[`"'][\w./-]{1,60}[`"']|binary|service|helper|agent|setup|installer|program|executable|tool)/;

/** RCE-02: a program in an archive that only its password opens, so that no scanner sees it before it runs. */
export const lockedProgram = order((statement): Detection | undefined => {
  if (!ENCRYPTED.test(statement.text)) return undefined;
  const text = [statement, ...statement.next.slice(0, 1)].map((each) => each.text).join(' ');
  if (!PACKED.test(`${statement.previous?.text ?? ''} ${text}`) || !UNPACKED.test(text) || !LAUNCHED.test(text)) return undefined;
  if (/\b(?:samples?|malware|infected|forensic|evidence|ctf|challenge|never|do not|don't|(?:ask|from) the user|user's)\b/.test(text))
    return undefined;
  return { ...seen('RCE-02', 'program', 'archive with password'), severity: 'high' };
});

/** In other languages than English: a password that is written out, what is unpacked, a terminal, and what is pasted there. */
const PASSWORD_ABROAD =
  /(?:密码|密碼|パスワード|비밀번호|암호|contraseña|clave|senha|mot de passe|passwort|kennwort|пароль|password)[^\n。;；]{0,6}?(?:\s{0,3}[:：=]\s{0,3}|\s{0,3}[`"'“「(（]|\s(?:es|ist|est|é|è)\s|是|は)[`"'“「(（]?[a-z\d!@#$%_-]{4,30}/;
const UNPACKED_ABROAD = /解压|解壓|解凍|展開|압축|descompr|extra[eií]|estra[eir]|entpack|décompress|распак|разарх/;
const TERMINAL_ABROAD =
  /终端|終端|命令行|ターミナル|コマンドプロンプト|터미널|명령 프롬프트|\b(?:terminal|konsole|consola|console|powershell|eingabeaufforderung)\b|терминал|консол/;
const PASTED_ABROAD =
  /复制|複製|粘贴|貼上|コピー|貼り付け|ペースト|복사|붙여|\b(?:copi[aáeér]|copie|péga|peg[aáeu]|cole|colar|coll[eé]|kopier|einfüg|incoll)|скопир|встав/;

/** RCE-02 in other languages: a program in an archive that only its password opens, or a command that a page of nobody tells. */
export const strangersProgramAbroad = order((statement, { subject }): Detection | undefined => {
  if (statement.tongue === 'en' || !statement.text.includes('http')) return undefined;
  const text = wordsAround(statement);
  const place = placesOf(statement).find(({ kind }) => kind === 'url');
  if (place === undefined || !isStrange(place, subject)) return undefined;
  if (PROGRAM.test(place.address) && PASSWORD_ABROAD.test(text) && UNPACKED_ABROAD.test(text))
    return { ...seen('RCE-02', 'program', 'archive with password'), severity: 'critical' };
  return isDropHost(place.host) && TERMINAL_ABROAD.test(text) && PASTED_ABROAD.test(text)
    ? { ...seen('RCE-02', 'command from a page', 'drop host'), severity: 'critical' }
    : undefined;
});
