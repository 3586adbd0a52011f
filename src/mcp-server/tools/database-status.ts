import { z } from 'zod';
import { DAY_MS } from '../../support/durations.js';
import { defineTool } from '../contract/tool.js';

/** What `castellan db status` says. */
export const databaseStatusTool = defineTool({
  name: 'database_status',
  title: 'Advisory data and its age',
  description: 'Says which vulnerability feeds are in the local advisory database, how many records each has, and how old it is.',
  input: z.object({}),
  output: z.object({
    available: z.boolean(),
    problem: z.string().optional(),
    offline: z.boolean(),
    feeds: z.array(
      z.object({ name: z.string(), ecosystem: z.string().optional(), records: z.number().int(), as_of: z.string(), age_days: z.number() }),
    ),
  }),
  async run(_, { access }) {
    const { source, problem } = access.openAdvisories();
    try {
      const now = access.clock();
      const feeds = [...(source?.feeds() ?? [])].map(({ name, ecosystem, records, as_of }) => ({
        name,
        ...(ecosystem !== undefined && { ecosystem }),
        records,
        as_of,
        age_days: Math.max(0, Math.floor((now - Date.parse(as_of)) / DAY_MS)),
      }));
      const { offline } = access.request;
      return { available: source !== undefined, ...(problem !== undefined && { problem }), offline, feeds };
    } finally {
      source?.close();
    }
  },
});
