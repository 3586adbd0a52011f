import { z } from 'zod';

/** The items of a push that were refused, each by its index in the list. */
export const rejected = z.array(z.object({ index: z.number().int(), reason: z.string() }));

/** Part of every push's answer: the ids under which its results are found. */
export const pushed = {
  source_id: z.string(),
  job_id: z.string(),
  evidence_id: z.string(),
};

/** How a push changed the findings of its source. */
export const findingCounts = z.object({
  received: z.number().int(),
  new: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  resolved: z.number().int(),
  reopened: z.number().int(),
  /** True: the source already has a newer complete result, so findings that only this push holds are stored as resolved. */
  late: z.boolean(),
});

/**
 * A list whose items are validated one by one, so that one bad item does not make the others fail. The OpenAPI document
 * still shows the schema of an item.
 */
export function eachOf(item: z.ZodType, max: number) {
  const { $schema, ...shape } = z.toJSONSchema(item, { io: 'input' });
  return z.array(z.unknown().meta(shape)).max(max);
}

/** Failure statuses of every push: 404 and 409 are about the source it names, 413 about its size. */
export const pushErrors = [404, 409, 413] as const;
