import type { z } from 'zod';
import type { scheduleDraft } from '../../../api/schedules.js';
import type { DemoTenant } from '../demo-tenant.js';
import { STORY_DAYS, type Step } from './step.js';

type Draft = z.input<typeof scheduleDraft>;

const early = (demo: DemoTenant): readonly Draft[] => [
  { name: 'payments-api every night', cron: '0 2 * * *', source_id: demo.id('payments-api') },
  { name: 'support-bot every night', cron: '0 2 * * *', source_id: demo.id('support-bot') },
];

const late = (demo: DemoTenant): readonly Draft[] => [
  {
    name: 'Payments back end, together',
    cron: '0 3 * * 2,5',
    scan_config: { source_ids: ['ledger-service', 'fraud-scoring', 'settlement-batch'].map((name) => demo.id(name)), max_age_hours: 72 },
  },
  { name: 'Infrastructure of support', cron: '0 3 * * 3', timezone: 'UTC', source_id: demo.id('support-platform') },
  { name: 'MCP configurations', cron: '0 3 * * 1,4', source_id: demo.id('workstations') },
  { name: 'support-bot image', cron: '0 4 * * 1', source_id: demo.id('support-bot image') },
  {
    name: 'Help desk, paused for its migration',
    cron: '30 5 * * 6',
    timezone: 'Europe/Stockholm',
    source_id: demo.id('helpdesk-portal'),
    enabled: false,
  },
];

/** A minute after each time at which schedules fire. */
const ROUNDS = ['2:01', '3:01', '4:01'] as const;

const nights = Array.from({ length: STORY_DAYS }, (_, index) => index + 1);

const created = (day: number, at: `${number}:${number}`, drafts: (demo: DemoTenant) => readonly Draft[]): Step => ({
  day,
  at,
  async run(demo) {
    for (const body of drafts(demo)) await demo.call('maria', 'createSchedule', { body });
  },
});

export const scheduleSteps: readonly Step[] = [
  created(0, '11:00', early),
  created(2, '15:00', late),
  ...nights.flatMap((day) => ROUNDS.map((at): Step => ({ day, at, run: (demo) => demo.fireSchedules() }))),
];
