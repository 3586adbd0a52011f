import { z } from 'zod';

/** An item of a push that was not taken, by its place in the list. */
export const rejected = z.array(z.object({ index: z.number().int(), reason: z.string() }));

/** What every push answers: where what came of it can be found. */
export const pushed = {
  source_id: z.string(),
  job_id: z.string(),
  evidence_id: z.string(),
};

/** What a push did to the findings of its source. */
export const findingCounts = z.object({
  received: z.number().int(),
  new: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  resolved: z.number().int(),
  reopened: z.number().int(),
  /** True: the source has been seen whole since, and nothing that this push alone has seen is open. */
  late: z.boolean(),
});

/**
 * A list whose items are judged one by one, so that one bad item does not lose the others. The OpenAPI document shows the schema
 * of an item all the same.
 */
export function eachOf(item: z.ZodType, max: number) {
  const { $schema, ...shape } = z.toJSONSchema(item, { io: 'input' });
  return z.array(z.unknown().meta(shape)).max(max);
}

/** Statuses every push may answer: 404 and 409 are about the source it names, 413 about its size. */
export const pushErrors = [404, 409, 413] as const;
