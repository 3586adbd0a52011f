import type { BundleFile } from '../../../model/ai-evidence.js';
import { isExample } from '../../text/frames/framing.js';
import { tellingOf } from '../../text/mention/mention.js';
import { NOBODY } from '../../text/reading/document.js';
import { readStatements } from '../../text/reading/read-statements.js';
import type { CodeLanguage } from '../flow/script-language.js';
import type { CodeUnit } from './code-unit.js';
import { contextBefore } from './context.js';

const ORDER =
  /(?:^|[.:;,>*)\]-]\s+|\b(?:then|and|first|please|always|must|should|also|to)\s+)(?:re-?)?(?:run|execute|call|start|type|enter|use|issue|invoke|paste):?\s+(?:the (?:following )?(?:command|line)s?:?\s+|this:?\s+)?((?:`[^`\n]{6,600}`(?:,?\s*(?:and|then|,)\s*(?:then\s+|run\s+)?)?){1,6})/gim;

/** Limit of characters before an order that are searched for words that forbid it. */
const MAX_BEFORE = 2000;

/** Commands in code spans: those that a sentence orders to run, "run `…` and `…`", and those of programs that change what is there. */
export function spanUnits(file: BundleFile, text: string): CodeUnit[] {
  if (!text.includes('`')) return [];
  const ordered = orderedSpans(file, text);
  const known = new Set(ordered.map(({ offset }) => offset));
  return [...ordered, ...plainSpans(file, text).filter(({ offset }) => !known.has(offset))];
}

/** What a text shows of a command is followed as a fence is. */
function commandAt(file: BundleFile, text: string, offset: number, context: string): CodeUnit {
  return { file, language: languageOf(text), text, offset, kind: 'fence', context };
}

/** Commands of PowerShell have a verb and a noun for a name. */
const POWERSHELL = /^[A-Z][a-z]{2,12}-[A-Z][A-Za-z]{2,30}\s|^(?:iex|irm|iwr)\s/;
/** Programs that only Windows has and that change what is there. */
const OF_WINDOWS = 'del|erase|rd|rmdir|format|vssadmin|wbadmin|bcdedit|takeown|icacls|certutil|bitsadmin';
const BATCH = new RegExp(`^(?:${OF_WINDOWS}|cipher|diskpart|attrib|start)(?:\\.exe)?\\s[^\\n]*(?:\\s\\/\\w|\\\\)`, 'i');

function languageOf(text: string): CodeLanguage {
  if (POWERSHELL.test(text)) return 'powershell';
  return BATCH.test(text) ? 'batch' : 'shell';
}

function orderedSpans(file: BundleFile, text: string): CodeUnit[] {
  return [...text.matchAll(ORDER)].flatMap((match): CodeUnit[] => {
    const near = text.slice(Math.max(0, match.index - MAX_BEFORE), match.index + 1);
    const line = `${near.slice(near.lastIndexOf('\n') + 1)}${match[0].slice(1)}`;
    const before = line.slice(0, Math.max(0, line.length - (match[1]?.length ?? 0)));
    if (/\b(?:never|not|don't|avoid|refuse|if (?:a|an|the|some)|says?|example|such as|instead of|flag|block)\b|["“|]/i.test(before))
      return [];
    const code = [...(match[1] ?? '').matchAll(/`([^`]+)`/g)].map((span) => span[1] ?? '').join('\n');
    return [commandAt(file, code, match.index + match[0].indexOf('`') + 1, contextBefore(text, match.index))];
  });
}

const CMDLETS =
  'Remove-Item|Clear-Content|Clear-Disk|Format-Volume|Set-MpPreference|Add-MpPreference|Set-ExecutionPolicy|Invoke-Expression|Invoke-WebRequest|Invoke-RestMethod|Register-ScheduledTask|New-ItemProperty|Set-ItemProperty|Get-Content';
const OTHERS =
  'rm|shred|dd|mkfs[.\\w]*|curl|wget|schtasks|reg|net|sc|aws|gcloud|az|kubectl|chmod|useradd|adduser|usermod|crontab|launchctl|systemctl|git (?:push|config)|npm config|powershell(?:\\.exe)?|pwsh|cmd(?:\\.exe)?|bash|sh|nc|ncat|ssh|autossh|scp|cat|tar|echo|printf|spctl|csrutil|iptables|ufw|setenforce|wevtutil|xattr|env|printenv|security|history|find';
/** Programs whose commands change the machine or leave it, where a text has one of them in a code span. */
const CHANGING = new RegExp(`(?<!\`)\`((?:${CMDLETS}|${OF_WINDOWS}|(?:sudo )?(?:${OTHERS})(?:\\.exe)?) [^\`\\n]{4,600})\`(?!\`)`, 'g');
/** Words beside a command that ask for it, look for it or tell of it. */
const UNWANTED =
  /\b(?:refuse|flag\w*|detect\w*|reject\w*|instead of|such as|e\.g\.|examples?|like|says?|said|asks?|if (?:a|an|the|some)|attack\w*|malicious|danger\w*|destructive|unsafe|risky|wrong|bad|was|were|used to|no longer|called|form|looks?|lines?)\b|[|？?]|["“”„«»「」『』]|破坏性|恶意|危险|高危|攻击|威胁|可疑|拦截|检测|阻止|危険|悪意|不正|検知|検出|위험|악성|차단|탐지|опасн|вредонос|gefährlich|bösartig|peligros|malicios|dangere|malveill|pericolos|perigos/iu;
/** Characters of the paragraph on either side of a command. */
const AROUND = 1000;

function plainSpans(file: BundleFile, text: string): CodeUnit[] {
  const meant = [...text.matchAll(CHANGING)].filter(({ index, 0: span }, at) => isMeant(text, index, index + span.length, at < MOST_READ));
  const rest = meant.slice(MOST_PLACED);
  return [
    ...meant.slice(0, MOST_PLACED).map((match) => commandAt(file, match[1] ?? '', match.index + 1, contextBefore(text, match.index))),
    ...(rest[0] === undefined ? [] : [commandAt(file, rest.map((match) => match[1]).join('\n'), rest[0].index + 1, '')]),
  ];
}

/** Commands of one file that are pieces of code by themselves: more of them are followed as one. */
const MOST_PLACED = 1000;
/** Commands of one file whose sentences are read: of more, the words beside them decide. */
const MOST_READ = 300;

/** A command in its sentence, where its own words are none of the sentence's. */
const COMMAND = '`x1 x2`';

function named(line: string): string {
  return line.replaceAll(/`[^`]*`/g, COMMAND);
}

/** True where neither the sentence of a command nor what stands above it forbids it, and neither only speaks of it. */
function isMeant(text: string, from: number, end: number, isRead: boolean): boolean {
  const above = text
    .slice(Math.max(0, from - AROUND), from)
    .split('\n')
    .map(named);
  const before = above.pop() ?? '';
  const after = named(text.slice(end, end + AROUND).split('\n', 1)[0] ?? '');
  if (UNWANTED.test(before) || UNWANTED.test(after.split(/[.;。；]/, 1)[0] ?? '')) return false;
  if (!isRead) return true;
  const frame = frameOf(above, before.search(/\S|$/));
  const statements = readStatements({ text: `${frame}${before}${COMMAND}${after}`, kind: 'markdown', addressee: 'agent', subject: NOBODY });
  const sentence = statements.findLast(({ offset, passage }) => offset <= frame.length + before.length && passage.channel === 'open');
  if (sentence === undefined) return false;
  const { banned, frameWords, tongue } = sentence;
  return !(
    isExample(sentence) ||
    banned ||
    tellingOf(sentence) !== 'said' ||
    frameWords.get('spoken')?.some(({ language }) => language === tongue)
  );
}

/** The nearest heading above a line, the line that leads to the list it is in, with a blank line behind each, and the item it stands below. */
function frameOf(above: readonly string[], indent: number): string {
  const heading = above.findLast((line) => /^#{1,6} /.test(line));
  const lead = above.findLast((line) => !IN_A_LIST.test(line));
  const lines = [heading, lead !== undefined && lead !== heading && /[:：][*_\s]*$/.test(lead) ? lead : undefined];
  const item = above.findLast((line) => LEADING_ITEM.test(line) && line.search(/\S/) < indent);
  return lines.map((line) => (line === undefined ? '' : `${line}\n\n`)).join('') + (item === undefined ? '' : `${item}\n`);
}

const LEADING_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s.*[:：][*_\s]*$/;

/** An item, what goes on with one, or nothing. */
const IN_A_LIST = /^\s*(?:[-*+•]|\d{1,3}[.)])\s|^\s{2,}\S|^\s*$/;
