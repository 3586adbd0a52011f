import type { DemoTenant } from '../demo-tenant.js';

/** When something happens: on a day of the story at a time of UTC, the story's first day being 0, or minutes before its end. */
export type Moment = { day: number; at: `${number}:${number}` } | { minutesAgo: number };

/** Something that somebody does, or that a program of the company does. */
export type Step = Moment & { run(demo: DemoTenant): Promise<unknown> };

/** Days between the story's first day and today. */
export const STORY_DAYS = 14;
