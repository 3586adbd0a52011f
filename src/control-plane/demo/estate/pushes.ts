import type { z } from 'zod';
import type { externalFinding } from '../../../api/findings-bulk.js';
import type { Step } from './step.js';

type Found = z.input<typeof externalFinding>;

const CHECKOUT = 'https://checkout.lumenpay.example';

const findings = {
  takeover: {
    id: 'LP-2026-01',
    title: 'The password reset of merchants accepts a used code',
    severity: 'high',
    subject: `${CHECKOUT}/reset`,
    description: 'A code stays valid after its use, so whoever reads it once can set the password again.',
    fix: 'End a code with its first use.',
    cwes: ['CWE-640'],
  },
  origin: {
    id: 'LP-2026-02',
    title: 'The payment form can be framed by any site',
    severity: 'medium',
    subject: `${CHECKOUT}/pay`,
    fix: 'Name the origins of merchants in frame-ancestors.',
    cwes: ['CWE-1021'],
  },
  verbose: {
    id: 'LP-2026-03',
    title: 'Errors of the refund page show stack traces',
    severity: 'low',
    subject: `${CHECKOUT}/refund`,
    cwes: ['CWE-209'],
  },
  prompt: {
    id: 'LP-2026-04',
    title: 'Text of a ticket makes the support bot read other tickets',
    severity: 'high',
    subject: 'support-bot',
    description: 'Instructions in the text of a customer are followed by the bot, which may read all tickets.',
    fix: 'Bind the ticket tools to the customer of the session.',
    cwes: ['CWE-1427'],
  },
} as const satisfies Record<string, Found>;

function report(day: number, at: `${number}:${number}`, names: readonly (keyof typeof findings)[]): Step {
  return {
    day,
    at,
    run: (demo) =>
      demo.call('ci', 'pushFindings', {
        body: { source_id: demo.id('pentest'), findings: names.map((name) => ({ ...findings[name] })), complete: true },
      }),
  };
}

interface CodeResult {
  rule: string;
  text: string;
  file: string;
  line: number;
  level: 'error' | 'warning';
}

const results: readonly CodeResult[] = [
  {
    rule: 'js/sql-injection',
    text: 'This query depends on a value of the request.',
    file: 'src/refunds/search.ts',
    line: 48,
    level: 'error',
  },
  {
    rule: 'js/log-injection',
    text: 'A log entry depends on a header of the request.',
    file: 'src/http/audit.ts',
    line: 21,
    level: 'warning',
  },
  {
    rule: 'js/missing-rate-limiting',
    text: 'This handler reads the database without a limit of calls.',
    file: 'src/http/routes.ts',
    line: 90,
    level: 'warning',
  },
];

function codeScan(day: number, at: `${number}:${number}`, rules: readonly string[]): Step {
  const chosen = results.filter(({ rule }) => rules.includes(rule));
  const run = {
    tool: { driver: { name: 'CodeQL', rules: chosen.map(({ rule }) => ({ id: rule })) } },
    results: chosen.map(({ rule, text, file, line, level }) => ({
      ruleId: rule,
      level,
      message: { text },
      locations: [{ physicalLocation: { artifactLocation: { uri: file }, region: { startLine: line } } }],
    })),
  };
  return {
    day,
    at,
    run: (demo) =>
      demo.call('ci', 'pushArtifact', {
        body: { format: 'sarif', source_id: demo.id('code scanning'), document: { version: '2.1.0', runs: [run] }, complete: true },
      }),
  };
}

/** Results of other tools. */
export const pushSteps: readonly Step[] = [
  report(1, '15:30', ['takeover', 'origin', 'verbose']),
  report(6, '15:10', ['takeover', 'verbose', 'prompt']),
  report(11, '16:45', ['verbose', 'prompt']),
  codeScan(0, '12:20', ['js/sql-injection', 'js/log-injection']),
  codeScan(5, '12:22', ['js/log-injection', 'js/missing-rate-limiting']),
  codeScan(12, '12:19', ['js/missing-rate-limiting']),
];
