import { z } from 'zod';

const level = z.enum(['none', 'note', 'warning', 'error']);
const message = z.object({ text: z.string() }).partial();
const properties = z
  .object({ 'security-severity': z.union([z.string(), z.number()]), tags: z.array(z.string()), kind: z.string() })
  .partial();

const rule = z.object({
  id: z.string(),
  shortDescription: message.optional(),
  fullDescription: message.optional(),
  help: message.optional(),
  helpUri: z.string().optional(),
  defaultConfiguration: z.object({ level: level.optional() }).optional(),
  properties: properties.optional(),
});

/** What is read of a result (SARIF 2.1.0, section 3.27); members that are not listed are passed over. */
export const sarifResult = z
  .object({
    ruleId: z.string().min(1).optional(),
    ruleIndex: z.number().int().optional(),
    rule: z.object({ id: z.string().optional(), index: z.number().int().optional() }).optional(),
    kind: z.enum(['notApplicable', 'pass', 'fail', 'review', 'open', 'informational']).optional(),
    level: level.optional(),
    message,
    locations: z
      .array(
        z.object({
          physicalLocation: z
            .object({
              artifactLocation: z.object({ uri: z.string().optional() }).optional(),
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
  .refine((one) => one.ruleId ?? one.rule?.id ?? one.ruleIndex ?? one.rule?.index, { path: ['ruleId'], message: 'names no rule' });

/** A run with its results unread: each is judged on its own. */
export const sarifRun = z.object({
  tool: z.object({ driver: z.object({ name: z.string(), rules: z.array(z.unknown()).optional() }) }),
  results: z.array(z.unknown()).nullish(),
  invocations: z.array(z.object({ executionSuccessful: z.boolean().optional() })).optional(),
});

export const sarifLog = z.object({ version: z.string().regex(/^2\.1\.\d+$/, 'expected SARIF 2.1.0'), runs: z.array(sarifRun).max(1000) });

export type SarifResult = z.output<typeof sarifResult>;
export type SarifRule = z.output<typeof rule>;

/** Rules by place; one that does not fit says nothing, yet keeps its place. */
export function rulesOf(rules: readonly unknown[] = []): (SarifRule | undefined)[] {
  return rules.map((one) => rule.safeParse(one).data);
}
