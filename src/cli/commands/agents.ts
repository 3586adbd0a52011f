import { withIntegrity } from '../../collect/mcp/pin-integrity.js';
import { refuseIdle } from '../../config/needs.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import type { Component } from '../../model/component.js';
import type { PinSet } from '../../model/pins.js';
import type { ScanReport } from '../../model/report.js';
import type { ScanRequest } from '../../model/request.js';
import { lastLine } from '../../policy/last-line.js';

import { renderAgents } from '../../report/console/agents-table.js';
import { runScan } from '../../scan/run.js';
import { UsageError } from '../../support/errors.js';
import { plural } from '../../support/listing.js';
import type { IntrospectionAccess } from '../../system/introspection-access.js';
import type { CommandContext, Invocation } from '../command.js';
import { commandFormats } from '../command-formats.js';
import { endOfScan } from '../end-of-scan.js';
import { exitCodes } from '../exit-codes.js';
import { knownFormat } from '../known-format.js';
import { LiveServers } from '../live-servers.js';
import { namedJudge } from '../named-judge.js';
import { openContext } from '../open-context.js';
import { type Output, parseOutputs, writeReports } from '../output.js';
import { readPins, showDrift, writePins } from '../pin-store.js';
import { takeAddress } from '../push-address.js';
import { scanRequest } from '../scan-request.js';
import { describeEvent, startProgress } from '../terminal/progress.js';
import { version } from '../version.js';

const FORMATS = commandFormats.agents;
/** How many clients the message names when no client was found. */
const SHOWN_CLIENTS = 6;
const SYSTEMS = ['darwin', 'linux', 'win32'] as const;

/** What the user asked for besides the overview. */
interface Wishes {
  introspect: boolean;
  yes: boolean;
  pin: boolean;
  verify: boolean;
  lock: string;
}

/**
 * `castellan agents` shows AI clients, their servers, and the servers' credentials and abilities. `--introspect` asks the servers for
 * their definitions, `--pin` saves these, and `--verify` compares them with the saved ones: any difference is exit 1.
 */
export async function run(given: Invocation, context: CommandContext): Promise<number> {
  const invocation = takeAddress(given);
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  refuseIdle('agents', settings, invocation.flags);
  const pushing = settings.push
    ? (await import('../pushing.js')).openPushing(settings, { ...context, flags: invocation.flags })
    : undefined;
  const outputs = agentOutputs(settings, context.cwd);
  const wishes = wishesOf(settings);
  const pinned = wishes.verify ? readPins(wishes.lock, context.cwd) : undefined;
  const live = wishes.introspect ? new LiveServers(context, wishes.yes) : undefined;
  const request = await agentsRequest(settings, invocation.operands, context.cwd);
  const report = await scanOnce(
    { ...request, introspect: live !== undefined, ...(pinned && { pins: pinned }) },
    { settings, context, live },
  );
  if (isNothing(report)) {
    await pushing?.agents(report, request.userConfig);
    return nothingFound(request, context, settings.verbose);
  }
  await writeReports(report, outputs, { settings, command: context });
  const drifts = live ? await settlePins(live, { wishes, pinned, context, components: report.components }) : 0;
  const pushed = await pushing?.agents(report, request.userConfig);
  for (const warning of report.verdict.warnings) context.io.err(warning);
  const drifted = drifts > 0 && report.verdict.exit_code === exitCodes.success;
  const line = drifted ? `gate: drift — ${plural(drifts, 'difference')} from ${wishes.lock}` : lastLine(report.verdict, report.counts);
  return endOfScan({ code: drifted ? exitCodes.failed : report.verdict.exit_code, line }, pushed, context.io);
}

function wishesOf({ introspect, yes, pin, verify, lock }: Settings): Wishes {
  if (pin && verify)
    throw new UsageError({ where: '--pin', message: 'cannot be combined with --verify: one writes what the other judges' });
  return { introspect: introspect || pin || verify, yes, pin, verify, lock };
}

/** The scan's request, limited to agents: those of this user and this folder, or exactly the ones that the user named. */
async function agentsRequest(settings: Settings, operands: readonly string[], cwd: string): Promise<ScanRequest> {
  const request = await scanRequest(settings, operands, undefined, cwd);
  const elsewhere = settings.home !== undefined || settings.project.length > 0 || settings.mcpTools.length > 0;
  return {
    ...request,
    targets: operands.length > 0 ? request.targets : [],
    userConfig: !elsewhere,
    projects: elsewhere ? settings.project : ['.'],
  };
}

/** `table` is this command's view of the report; the other formats are the scan's own. */
function agentOutputs(settings: Settings, cwd: string): Output[] {
  const formats = settings.format.map((format) => {
    const word = format.split('=', 1)[0] ?? '';
    return knownFormat(word, FORMATS, 'agents') === 'table' ? `console${format.slice(word.length)}` : format;
  });
  return parseOutputs({ formats, output: settings.output, cwd, known: ['console', ...FORMATS] }).map((output) => {
    const { reporter } = output;
    if (reporter.id !== 'console') return output;
    return { ...output, reporter: { ...reporter, load: async () => ({ default: { ...reporter, render: renderAgents } }) } };
  });
}

interface Surroundings {
  settings: Settings;
  context: CommandContext;
  live: LiveServers | undefined;
}

async function scanOnce(request: ScanRequest, { settings, context, live }: Surroundings): Promise<ScanReport> {
  const judge = await namedJudge(settings, context);
  // No spinner while we ask the user: both would write to the same line.
  const progress = startProgress(process.stderr, !settings.quiet && live === undefined);
  const opened = openContext({
    judge,
    settings,
    command: context,
    demo: request.demo,
    onEvent(event) {
      const line = describeEvent(event);
      if (line !== undefined) progress.update(line);
    },
  });
  const scanContext: typeof opened & { introspection?: IntrospectionAccess } = { ...opened, ...(live && { introspection: live.access }) };
  try {
    return await runScan(request, scanContext, version);
  } finally {
    progress.stop();
    live?.close();
    opened.advisories.source?.close();
  }
}

interface Settling {
  wishes: Wishes;
  pinned: PinSet | undefined;
  context: CommandContext;
  components: readonly Component[];
}

/** Writes the pins or compares with them; returns the number of differences. */
async function settlePins(live: LiveServers, { wishes, pinned, context, components }: Settling): Promise<number> {
  const { servers, unknown } = withIntegrity(live.observed, components);
  if (wishes.pin) {
    await writePins({ servers }, wishes.lock, context);
    if (unknown > 0) context.io.err(`the integrity of ${plural(unknown, 'package')} is unknown: no scanned lockfile states it`);
  }
  return pinned ? showDrift(pinned, { servers }, { ...context, lock: wishes.lock }) : 0;
}

/** True when no client was found. A configuration that could not be read, or that only has settings, counts as a client. */
function isNothing({ agents, servers, tools, skills, findings, scan_run: { issues } }: ScanReport): boolean {
  return [agents, servers, tools, skills, findings, issues.filter(({ note }) => !note)].every((found) => found.length === 0);
}

/** The number of places that were searched for configurations; with `all` every place, so that users can look for theirs. */
async function nothingFound({ home, projects = [], userConfig }: ScanRequest, { io }: CommandContext, all: boolean): Promise<number> {
  const { aiClients } = await import('../../collect/agents/registry.js');
  const os = home?.os ?? SYSTEMS.find((system) => system === process.platform) ?? 'linux';
  const inHome = userConfig || home ? aiClients.flatMap(({ paths }) => paths[os]) : [];
  const inProjects = projects.flatMap((folder) =>
    aiClients.flatMap(({ project }) => project.map((path) => (folder === '.' ? path : `${folder}/${path}`))),
  );
  const places = [...new Set([...inHome, ...inProjects])].sort();
  const clients = aiClients.map(({ title }) => title);
  io.err(
    `looked for ${plural(clients.length, 'client')} in ${plural(places.length, 'place')}: ${clients.slice(0, SHOWN_CLIENTS).join(', ')}, …`,
  );
  if (all) for (const place of places) io.err(`  ${place}`);
  else io.err('  --verbose lists the places; --home, --project and --mcp-tools name others');
  io.err('gate: no-input — no AI client, MCP server, tool definition or instruction file was found');
  return exitCodes.usage;
}
