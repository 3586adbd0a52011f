import type { BundleFile } from '../../../model/ai-evidence.js';
import { frontMatterOf } from '../../../support/front-matter.js';
import { isObject, type JsonObject, jsonIn } from '../../../support/json.js';
import { type CodeLanguage, holdsCommands, scriptLanguage } from '../flow/script-language.js';
import { isSecretName } from '../flow/sensitive.js';
import type { CodeUnit } from './code-unit.js';
import { contextBefore } from './context.js';
import { type Fence, fencesOf } from './fences.js';
import { joinedFiles } from './joined-files.js';
import { spanUnits } from './spans.js';
import { toolCallsAsShell } from './tool-calls.js';

/** Every piece of code in a file of a bundle, wherever it is. */
export function unitsOf(file: BundleFile): CodeUnit[] {
  const { text } = file;
  if (text === undefined || file.role === 'licence' || file.role === 'opaque') return [];
  if (file.role === 'script' || holdsCommands(file.name)) return scriptUnit(file, text);
  if (/\.ya?ml$/i.test(file.name) && WORKFLOW.test(text)) return workflowSteps(file, text, { offset: 0, context: '', kind: 'script' });
  if (/\.(?:svg|html?|xhtml)$/i.test(file.name)) return markupUnits(file, text);
  if (/\.json$/i.test(file.name)) return jsonUnits(file, text);
  return [
    ...fenceUnits(file, text),
    ...indentedUnits(file, text),
    ...spanUnits(file, text),
    ...joinedFiles(file, text),
    ...(file.role === 'entry' ? hookUnits(file, text) : []),
  ];
}

function scriptUnit(file: BundleFile, text: string): CodeUnit[] {
  const language = scriptLanguage(file.name, text);
  return language === undefined ? [] : [{ file, language, text, offset: 0, kind: 'script', context: '' }, ...commentUnits(file, text)];
}

/** Commands in comments that address the agent, which reads the file and follows them. */
function commentUnits(file: BundleFile, text: string): CodeUnit[] {
  const lines = [
    ...text.matchAll(/^[ \t]*(?:#|\/\/|\*)[ \t]+((?:curl|wget|bash|sh|python3?|node|npx|pip|npm|git|cat|env|scp|nc)[ ][^\n]{4,600})$/gm),
  ];
  return lines.flatMap((match): CodeUnit[] => {
    const near = text.slice(Math.max(0, match.index - 300), match.index);
    if (!/\b(?:ai|assistants?|agents?|claude|copilot|llms?)\b/i.test(near)) return [];
    return [{ file, language: 'shell', text: match[1] ?? '', offset: match.index, kind: 'script', context: '' }];
  });
}

/** What only a workflow of GitHub Actions has. */
const WORKFLOW = /^[ \t]*runs-on:\s/m;

/** Where the commands of a workflow stand. */
type Place = Pick<CodeUnit, 'offset' | 'context' | 'kind'>;

/** Commands of a workflow: what its steps run (GitHub Actions workflow syntax, `run`). */
function workflowSteps(file: BundleFile, body: string, { offset, context, kind }: Place): CodeUnit[] {
  const steps = [
    ...body.matchAll(/^([ \t]*)(?:- )?run:[ \t]*(?:[|>][-+]?[ \t]*\n((?:\1[ \t]+[^\n]*(?:\n|$)|[ \t]*\n){1,200})|([^\n|>][^\n]*))/gm),
  ];
  const named = secretsOf(body);
  return steps.map((match): CodeUnit => {
    const code = match[2] ?? match[3] ?? '';
    const at = offset + match.index + match[0].lastIndexOf(code);
    const before = named.length <= at ? named : '';
    return { file, language: 'shell', text: before + plain(code), offset: at - before.length, kind, context };
  });
}

/** Variables that hold a secret of the repository under another name, as assignments of a shell. */
function secretsOf(body: string): string {
  const pairs = [...body.matchAll(/^[ \t]*([A-Za-z_]\w*):[ \t]*['"]?\$\{\{\s*(?:secrets\.(\w+)|toJSON\(\s*secrets\s*\))/gm)];
  return pairs.map(([, name, secret]) => `${name}=$${secretName(secret ?? 'ALL_SECRETS')}; `).join('');
}

/** A secret of the repository as a variable of the shell, as long as it was. */
function plain(code: string): string {
  return code.replace(/\$\{\{\s*secrets\.(\w+)\s*\}\}/g, (all, name: string) => {
    const variable = secretName(name);
    return `\${${variable}:-${'.'.repeat(Math.max(0, all.length - variable.length - 5))}}`;
  });
}

/** Whatever it is called, it is a secret. */
function secretName(name: string): string {
  return isSecretName(name) ? name : `${name}_SECRET`;
}

const FENCES: readonly (readonly [RegExp, CodeLanguage])[] = [
  [/^(?:py|python\d?|python-repl)$/i, 'python'],
  [/^(?:js|javascript|jsx|ts|typescript|tsx|mjs|node)$/i, 'javascript'],
  [/^(?:sh|bash|shell|zsh|console|terminal|shell-session|shellscript|)$/i, 'shell'],
  [/^(?:powershell|pwsh|ps1|ps)$/i, 'powershell'],
  [/^(?:bat|batch|cmd|dosbatch)$/i, 'batch'],
  [/^(?:rb|ruby|perl|php|lua|go|golang|rs|rust)$/i, 'other'],
];
/** A fence that names no language is code where a line of it begins so. */
const COMMANDS = /^\s*(?:\$ )?(?:curl|wget|npm|pip|python|node|bash|sh|sudo|cat|echo|export|git|powershell)\b/m;
/** Names of no language. */
const UNNAMED = /^(?:|te?xt|plain(?:text)?|md|markdown)$/i;

function fenceUnits(file: BundleFile, text: string): CodeUnit[] {
  if (!/`{3}|~{3}/.test(text)) return [];
  return [...fencesOf(text)].flatMap(({ start, bodyStart, indent, tag, body }): CodeUnit[] => {
    if (/^ya?ml$/i.test(tag))
      return body.includes('run:')
        ? workflowSteps(file, body, { offset: bodyStart, context: contextBefore(text, start), kind: 'fence' })
        : [];
    const code = codeOf({ indent, tag, body });
    return code === undefined ? [] : [{ file, ...code, offset: bodyStart, kind: 'fence', context: contextBefore(text, start) }];
  });
}

/** The code that a fence shows; undefined where it shows none. */
function codeOf({ indent, tag, body }: Pick<Fence, 'indent' | 'tag' | 'body'>): Pick<CodeUnit, 'language' | 'text'> | undefined {
  const language = FENCES.find(([pattern]) => pattern.test(tag))?.[1];
  if (language === undefined || (tag === '' && !COMMANDS.test(body))) {
    const calls = UNNAMED.test(tag) ? toolCallsAsShell(body) : undefined;
    return calls === undefined ? undefined : { language: 'shell', text: calls };
  }
  const plain = indent === '' ? body : body.replace(/^[ \t>]+/gm, '');
  return { language, text: language === 'shell' ? plain.replace(/^(?:\$|>|%) (?=\S)/gm, '') : plain };
}

/** Lines of code that only their margin tells (CommonMark 0.31, indented code blocks), where the first one begins as a command does. */
const INDENTED = /(?<=\n[ \t]*\n)(?:(?: {4,12}|\t)(?=\S)[^\n]*\n?){1,40}/g;
const BEGINS =
  /^\s+(?:\$ )?(?:curl|wget|npm|npx|pip3?|python3?|node|bash|sh|sudo|cat|echo|export|git|psql|mysql|pg_dump|tar|zip|scp|rsync|nc|env|printenv|find|base64|openssl|docker|kubectl|aws|gcloud|powershell|iwr|irm|iex)\b[^\n]*[-|>$/]/;

function indentedUnits(file: BundleFile, text: string): CodeUnit[] {
  if (!/\.(?:mdc?|markdown)$|^[^.]+$/i.test(file.name)) return [];
  return [...text.matchAll(INDENTED)].flatMap((match): CodeUnit[] => {
    if (!BEGINS.test(match[0])) return [];
    const context = contextBefore(text, match.index);
    return [
      {
        file,
        language: 'shell',
        text: match[0].replace(/^[ \t]+/gm, (margin) => ' '.repeat(margin.length)),
        offset: match.index,
        kind: 'fence',
        context,
      },
    ];
  });
}

function markupUnits(file: BundleFile, text: string): CodeUnit[] {
  const found: CodeUnit[] = [];
  const add = (code: string | undefined, offset: number) => {
    if (code) found.push({ file, language: 'javascript', text: code, offset, kind: 'markup', context: '' });
  };
  for (const { code, at } of scriptElements(text)) add(code, at);
  for (const match of text.matchAll(/\son[a-z]{3,20}\s*=\s*(?:"([^"]{4,4000})"|'([^']{4,4000})')/gi))
    add(match[1] ?? match[2], match.index);
  return found;
}

/** Content of `<script>` elements. An unclosed one ends the search, which would otherwise be quadratic. */
function* scriptElements(text: string): Generator<{ code: string; at: number }> {
  const opening = /<script\b[^>]{0,400}>/gi;
  const closing = /<\/script/gi;
  while (opening.test(text)) {
    const at = opening.lastIndex;
    closing.lastIndex = at;
    const end = closing.exec(text)?.index;
    if (end === undefined) return;
    yield { code: text.slice(at, end), at };
    opening.lastIndex = end;
  }
}

const LIFECYCLE = /^(?:(?:pre|post)?(?:install|start|prepare|publish|pack|test|build|uninstall))$|^prepublishOnly$/;

/** Limit of commands whose line is searched, because each search goes through the file. */
const MAX_SOUGHT = 1000;

/** Commands in JSON: lifecycle scripts of a package, hooks of a plugin, servers of an MCP configuration. */
function jsonUnits(file: BundleFile, text: string): CodeUnit[] {
  if (text.length > 2_000_000) return [];
  const value = jsonIn(text);
  if (!isObject(value)) return [];
  let sought = 0;
  const unit = (code: string, kind: CodeUnit['kind']): CodeUnit => ({
    file,
    language: 'shell',
    text: code,
    offset: ++sought > MAX_SOUGHT ? -1 : text.indexOf(JSON.stringify(code).slice(1, 40)),
    kind,
    context: '',
  });
  const scripts = isObject(value.scripts) ? Object.entries(value.scripts) : [];
  const servers = isObject(value.mcpServers) ? Object.values(value.mcpServers) : [];
  return [
    ...scripts.flatMap(([name, code]) => (typeof code === 'string' && LIFECYCLE.test(name) ? [unit(code, 'lifecycle')] : [])),
    ...hookCommands(value.hooks).map((code) => unit(code, 'hook')),
    ...servers.flatMap((server) => (isObject(server) ? serverLine(server).map((code) => unit(code, 'server')) : [])),
  ];
}

function serverLine(server: JsonObject): string[] {
  const { command, args } = server;
  if (typeof command !== 'string') return [];
  const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  return [[command, ...words.map((word) => `'${word.replaceAll("'", "'\\''")}'`)].join(' ')];
}

/** `hooks` of front matter or settings: every `command` below it, at any nesting. */
export function hookCommands(hooks: unknown, depth = 6): string[] {
  if (depth === 0) return [];
  if (Array.isArray(hooks)) return hooks.flatMap((item) => hookCommands(item, depth - 1));
  if (!isObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([key, value]) =>
    typeof value === 'string' && /^(?:command|run|script|bash|exec)$/.test(key) ? [value] : hookCommands(value, depth - 1),
  );
}

function hookUnits(file: BundleFile, text: string): CodeUnit[] {
  const matter = frontMatterOf(text);
  if (matter === undefined) return [];
  return hookCommands(matter.fields.hooks).map((code) => ({
    file,
    language: 'shell',
    text: code,
    offset: text.indexOf(code.slice(0, 30)),
    kind: 'hook',
    context: '',
  }));
}
