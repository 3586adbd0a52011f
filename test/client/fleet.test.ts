import { describe, expect, it } from 'vitest';
import { fleetRoutes } from '../../src/api/fleet.js';
import { reportedAgent } from '../../src/api/fleet-agent.js';
import { type Device, fleetPushes } from '../../src/client/fleet.js';
import type { ScanReport } from '../../src/model/report.js';
import { TEN, tenClients } from '../support/agent-home.js';
import { projectFolder } from '../support/project-folder.js';
import { scanSample } from '../support/sample-scan.js';

const DEVICE: Device = { name: 'laptop-7', project: '~/shop', isOwnHome: true };

interface Body {
  device: string;
  complete: boolean;
  agents: { client: string; path: string; project?: string; servers: { name: string }[] }[];
}

async function bodies(report: ScanReport, device = DEVICE, isPartial = false): Promise<Body[]> {
  const pushes = await fleetPushes(report, device, { isPartial });
  return Promise.all(
    pushes.map(async ({ content }) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content.chunks()) chunks.push(chunk);
      return JSON.parse(Buffer.concat(chunks).toString());
    }),
  );
}

function home(files: Record<string, string> = tenClients('linux')): Promise<ScanReport> {
  return scanSample({ home: { path: projectFolder(files), os: 'linux' } });
}

describe('agents for the fleet', () => {
  it('have the shape that the intake takes, each of ten clients', async () => {
    const [body] = await bodies(await home());
    expect(fleetRoutes.syncFleet.body.safeParse(body).error).toBeUndefined();
    for (const agent of body?.agents ?? []) expect(reportedAgent.safeParse(agent).error).toBeUndefined();
    expect([...new Set(body?.agents.map(({ client }) => client))].sort()).toEqual(TEN);
    expect(body?.agents.flatMap(({ servers }) => servers).length).toBeGreaterThan(9);
    expect(body?.agents.find(({ project }) => project !== undefined)).toMatchObject({ project: '/srv/app', servers: [{ name: 'local' }] });
  });

  it('are all there is when this user’s own configuration was read whole', async () => {
    expect(await bodies(await home())).toMatchObject([{ device: 'laptop-7', complete: true }]);
    expect(await bodies(await home({}))).toMatchObject([{ agents: [], complete: true }]);
  });

  it('are a part when another home was read, a file could not be read, or the user says so', async () => {
    const report = await home();
    expect(await bodies(report, { ...DEVICE, isOwnHome: false })).toMatchObject([{ complete: false }]);
    expect(await bodies(report, DEVICE, true)).toMatchObject([{ complete: false }]);
    const broken = await home({ ...tenClients('linux'), '.cursor/mcp.json': '{"mcpServers": {' });
    expect(await bodies(broken)).toMatchObject([{ complete: false }]);
  });

  it('are a part with those of one project, which are told by its folder', async () => {
    const config = JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['-y', 'a@1.0.0'] } } });
    const report = await scanSample({ cwd: projectFolder({ '.mcp.json': config }), projects: ['.'] });
    expect(await bodies(report)).toMatchObject([
      { complete: false, agents: [{ path: '.mcp.json', project: '~/shop', servers: [{ name: 'a' }] }] },
    ]);
  });

  it('go in parts, none of which is all there is, where they are more than one push takes', async () => {
    const report = await home();
    const [agent] = report.agents;
    const many = { ...report, agents: Array.from({ length: 1001 }, (_, at) => ({ ...agent, path: `~/${at}.json` })) } as ScanReport;
    const sent = await bodies(many);
    expect(sent.map(({ agents, complete }) => [agents.length, complete])).toEqual([
      [500, false],
      [500, false],
      [1, false],
    ]);
  });
});
