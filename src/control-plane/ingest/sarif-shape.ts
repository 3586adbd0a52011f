import { z } from 'zod';
import { findingKinds } from '../../model/finding.js';

const level = z.enum(['none', 'note', 'warning', 'error']);
const message = z.object({ text: z.string(), id: z.string(), arguments: z.array(z.string()) }).partial();
const artifactLocation = z.object({ uri: z.string(), index: z.number().int() }).partial();
const properties = z
  .object({ 'security-severity': z.union([z.string(), z.number()]), tags: z.array(z.string()), kind: z.string() })
  .partial();

const rule = z.object({
  id: z.string(),
  messageStrings: z.record(z.string(), message).optional(),
  shortDescription: message.optional(),
  fullDescription: message.optional(),
  help: message.optional(),
  helpUri: z.string().optional(),
  defaultConfiguration: z.object({ level: level.optional() }).optional(),
  properties: properties.optional(),
});

/** The members of a result that are read (SARIF 2.1.0, section 3.27); others are ignored. */
export const sarifResult = z
  .object({
    ruleId: z.string().min(1).optional(),
    ruleIndex: z.number().int().optional(),
    rule: z
      .object({ id: z.string(), index: z.number().int(), toolComponent: z.object({ name: z.string(), index: z.number().int() }).partial() })
      .partial()
      .optional(),
    kind: z.enum(['notApplicable', 'pass', 'fail', 'review', 'open', 'informational']).optional(),
    level: level.optional(),
    message,
    locations: z
      .array(
        z.object({
          physicalLocation: z
            .object({
              artifactLocation: artifactLocation.optional(),
              region: z.object({ startLine: z.number().int().min(1).optional() }).optional(),
            })
            .optional(),
        }),
      )
      .optional(),
    partialFingerprints: z.record(z.string(), z.string()).optional(),
    fingerprints: z.record(z.string(), z.string()).optional(),
    baselineState: z.enum(['new', 'unchanged', 'updated', 'absent']).optional(),
    properties: properties.optional(),
  })
  .refine((one) => (one.ruleId ?? one.rule?.id ?? one.ruleIndex ?? one.rule?.index) !== undefined, {
    path: ['ruleId'],
    message: 'names no rule',
  });

const toolComponent = z.object({ name: z.string(), rules: z.array(z.unknown()).optional() });

const words = z.array(z.string().max(1000)).max(1000);

/** A statement in runs of ours about what was left out. */
const look = z.object({ ecosystems: words, exclude: words, without_dev: z.boolean(), not_run: z.array(z.enum(findingKinds)) });

/** A run whose results are not validated yet, because each is validated separately. */
export const sarifRun = z.object({
  tool: z.object({ driver: toolComponent, extensions: z.array(toolComponent).optional() }),
  artifacts: z.array(z.object({ location: artifactLocation.optional() })).optional(),
  results: z.array(z.unknown()).nullish(),
  invocations: z
    .array(
      z.object({
        executionSuccessful: z.boolean().optional(),
        properties: z.object({ 'castellan:look': look.optional().catch(undefined) }).optional(),
      }),
    )
    .optional(),
});

export const sarifLog = z.object({ version: z.string().regex(/^2\.1\.\d+$/, 'expected SARIF 2.1.0'), runs: z.array(sarifRun).max(1000) });

export type SarifResult = z.output<typeof sarifResult>;

export type SarifRun = z.output<typeof sarifRun>;
type SarifRule = z.output<typeof rule>;

/** Finds the rule that a result names (section 3.52): by its index in the driver or an extension, else by its id. */
export type RuleFinder = (result: SarifResult) => SarifRule | undefined;

/** Invalid rules are ignored, but keep their indexes. */
export function rulesOf({ tool }: SarifRun): RuleFinder {
  const [driver = [], ...extensions] = [tool.driver, ...(tool.extensions ?? [])].map(({ rules = [] }) =>
    rules.map((one) => rule.safeParse(one).data),
  );
  const byId = new Map<string, SarifRule>();
  for (const one of [...extensions.flat().reverse(), ...driver.toReversed()]) if (one) byId.set(one.id, one);
  return ({ ruleId, ruleIndex, rule: named = {} }) => {
    const { toolComponent: { index: extension, name } = {}, index = ruleIndex } = named;
    const at = extension ?? (name === undefined ? -1 : (tool.extensions ?? []).findIndex((one) => one.name === name));
    const placed = index === undefined ? undefined : (at < 0 ? driver : extensions[at])?.[index];
    return placed ?? byRuleId(byId, ruleId ?? named.id);
  };
}

/** `CA1000/unsafe` belongs to the rule `CA1000` (section 3.27.5). */
function byRuleId(rules: ReadonlyMap<string, SarifRule>, id: string | undefined): SarifRule | undefined {
  for (let name = id ?? ''; name !== ''; name = name.slice(0, Math.max(0, name.lastIndexOf('/')))) {
    const known = rules.get(name);
    if (known) return known;
  }
  return undefined;
}

/** The text of a message, which may also be stored in its rule (section 3.11.7). */
export function sarifMessage({ message: { text, id, arguments: values = [] } }: SarifResult, from: SarifRule | undefined): string {
  const whole = text ?? (id === undefined ? undefined : from?.messageStrings?.[id]?.text) ?? '';
  return whole.replace(/\{(\d{1,3})\}/g, (place, index) => values[Number(index)] ?? place);
}

/** Files that results refer to by their index in the run's list. */
export function artifactsOf({ artifacts = [] }: SarifRun): (string | undefined)[] {
  return artifacts.map(({ location }) => location?.uri);
}

/** A URI as a path: without its scheme, and with its characters decoded. */
export function pathOf(uri: string): string {
  const bare = uri.replace(/^file:\/\/(?:localhost(?=\/))?/, '').replace(/^\/(?=[A-Za-z]:\/)/, '');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
