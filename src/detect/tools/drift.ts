import { type Capability, capabilities } from '../../model/agent.js';
import { compareSeverity, type Severity } from '../../model/severity.js';
import { definitionHash } from '../../support/definition-hash.js';
import { isObject, type JsonObject, own } from '../../support/json.js';
import { quote } from '../../support/quote.js';
import { definitionsOf, type ToolDefinition } from './definition.js';
import { judgeDefinition } from './definition-text.js';
import { worstHits } from './poisoned-text.js';

/** One relevant difference between an approved and a current definition. */
export interface DefinitionChange {
  kind: 'new_order' | 'new_capability' | 'new_parameter' | 'new_hint' | 'added' | 'removed' | 'renamed' | 'wording';
  tool: string;
  /** JSON pointer below the definition; empty for the whole definition. */
  pointer: string;
  /** The new content, quoted if it is text. */
  detail: string;
  severity: Severity;
}

/**
 * Differences between the approved and current definitions of one server, by meaning: new orders are critical, new
 * capability classes and sensitive parameters medium, an added tool low; wording, renaming and order are `none`. Equal
 * hashes are no difference.
 */
export function diffDefinitions(before: readonly unknown[], after: readonly unknown[], server = ''): DefinitionChange[] {
  return pairsOf(before, after, server).flatMap(({ old, present }) => changesOf(old, present));
}

interface Pair {
  old?: ToolDefinition;
  present?: ToolDefinition;
}

function parsed(tools: readonly unknown[], server: string): ToolDefinition[] {
  return definitionsOf({ ref: '', server, path: '', tools: [...tools], pointer: '/tools' });
}

function pairsOf(before: readonly unknown[], after: readonly unknown[], server: string): Pair[] {
  const old = parsed(before, server);
  const present = parsed(after, server);
  const byName = new Map(old.map((definition) => [definition.name, definition]));
  const byBody = new Map(old.map((definition) => [bodyHash(definition.raw), definition]));
  const used = new Set<ToolDefinition>();
  const pairs = present.map((definition): Pair => {
    const match = byName.get(definition.name) ?? byBody.get(bodyHash(definition.raw));
    if (match === undefined || used.has(match)) return { present: definition };
    used.add(match);
    return { old: match, present: definition };
  });
  return [...pairs, ...old.filter((definition) => !used.has(definition)).map((definition) => ({ old: definition }))];
}

/**
 * A hash that ignores layout: texts are in NFC with white space collapsed. Pins compare the approved bytes
 * (`support/definition-hash.ts`); this hash says whether a difference matters.
 */
function meaningHash(value: unknown): string {
  return definitionHash(normalised(value));
}

function normalised(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (Array.isArray(value)) return value.map(normalised);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, normalised(member)]));
}

/** A definition without its name, so that a renamed tool is equal. */
function bodyHash(raw: JsonObject): string {
  return meaningHash(Object.fromEntries(Object.entries(raw).filter(([key]) => key !== 'name')));
}

function changesOf(old: ToolDefinition | undefined, present: ToolDefinition | undefined): DefinitionChange[] {
  if (present === undefined) return old === undefined ? [] : [change('removed', old.name, '', '', 'none')];
  if (old === undefined)
    return [...ordersOf(undefined, present), change('added', present.name, '', present.capabilities.join(', '), 'low')];
  if (meaningHash(old.raw) === meaningHash(present.raw)) return [];
  const found = [...ordersOf(old, present), ...newCapabilities(old, present), ...newParameters(old, present), ...newHints(old, present)];
  if (found.length > 0) return found;
  return [change(old.name === present.name ? 'wording' : 'renamed', present.name, '', old.name, 'none')];
}

function change(kind: DefinitionChange['kind'], tool: string, pointer: string, detail: string, severity: Severity): DefinitionChange {
  return { kind, tool, pointer, detail, severity };
}

/** Orders in texts that were not there before. */
function ordersOf(old: ToolDefinition | undefined, present: ToolDefinition): DefinitionChange[] {
  const known = new Set(old?.strings.map(({ text }) => meaningHash(text)));
  return worstHits(judgeDefinition(present))
    .filter(({ hit, severity }) => !known.has(meaningHash(hit.string.text)) && compareSeverity(severity, 'medium') >= 0)
    .map(({ hit, severity }) =>
      change(
        'new_order',
        present.name,
        hit.string.pointer,
        hit.hit.evidence,
        compareSeverity(severity, 'high') >= 0 ? 'critical' : 'medium',
      ),
    );
}

/** Reading more is a new class too, but does not by itself need a new approval. */
const WEIGHTY: readonly Capability[] = capabilities.filter((capability) => capability !== 'read' && capability !== 'network');

function newCapabilities(old: ToolDefinition, present: ToolDefinition): DefinitionChange[] {
  const gained = WEIGHTY.filter((capability) => present.capabilities.includes(capability) && !old.capabilities.includes(capability));
  return gained.length === 0 ? [] : [change('new_capability', present.name, '/description', gained.join(', '), 'medium')];
}

const SENSITIVE_NAME =
  /^(?:command|cmd|shell|script|code|eval|exec|sudo|delete|remove|overwrite|force|purge|url|uri|webhook|callback|endpoint|upload|bcc|cc|recipients?|forward|tokens?|password|secret|api_?key|credentials?|env|environment|headers|conversation|history|context|sidenote|trace|system_prompt)$/i;
const SENSITIVE_TEXT =
  /\b(?:delet|remov|overwrit|shell|execut|upload|send to|forward|password|token|secret|api key|credential|conversation|environment variable|file content)/i;

function newParameters(old: ToolDefinition, present: ToolDefinition): DefinitionChange[] {
  const known = new Set(parametersOf(old.raw).map(([name]) => name));
  return parametersOf(present.raw).flatMap(([name, schema]) => {
    const text = isObject(schema) ? own(schema, 'description') : undefined;
    const sensitive = SENSITIVE_NAME.test(name) || (typeof text === 'string' && SENSITIVE_TEXT.test(text));
    return known.has(name) || !sensitive
      ? []
      : [
          change(
            'new_parameter',
            present.name,
            `/inputSchema/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
            quote(name),
            'medium',
          ),
        ];
  });
}

function parametersOf(raw: JsonObject): [string, unknown][] {
  const schema = own(raw, 'inputSchema');
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  return isObject(properties) ? Object.entries(properties) : [];
}

/** Clients no longer ask about a tool that now calls itself read-only. */
function newHints(old: ToolDefinition, present: ToolDefinition): DefinitionChange[] {
  return readOnly(present) && !readOnly(old)
    ? [change('new_hint', present.name, '/annotations/readOnlyHint', 'readOnlyHint', 'medium')]
    : [];
}

function readOnly(definition: ToolDefinition): boolean {
  const annotations = own(definition.raw, 'annotations');
  return isObject(annotations) && own(annotations, 'readOnlyHint') === true;
}
