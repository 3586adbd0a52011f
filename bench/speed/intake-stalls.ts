import '../../test/support/own-home.js';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ApartReader } from '../../src/control-plane/ingest/read-apart.js';
import { openTestPlane } from '../../test/support/control-plane.js';
import { programPath } from '../../test/support/spawn-cli.js';

/**
 * How long big pushes keep the server from answering anybody else: the longest stop of the event loop while each of them is taken in.
 * `npx tsx bench/speed/intake-stalls.ts`
 */
const MEBIBYTE = 2 ** 20;

function sbom(bytes: number): object {
  const components = [];
  for (let at = 0; components.length * 260 < bytes; at++) {
    const purl = `pkg:npm/package-${at}@1.${at % 50}.0`;
    components.push({
      type: 'library',
      'bom-ref': purl,
      name: `package-${at}`,
      version: `1.${at % 50}.0`,
      purl,
      licenses: [{ license: { id: 'MIT' } }],
      description: 'A package of the measurement, with as many words as such a package has.',
    });
  }
  return { format: 'cyclonedx', document: { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components } };
}

function sarif(results: number): object {
  const items = Array.from({ length: results }, (_, at) => ({
    ruleId: `rule-${at % 100}`,
    level: 'warning',
    message: { text: `Something at place ${at} that a person should look at, said in as many words as tools use. `.repeat(2) },
    locations: [{ physicalLocation: { artifactLocation: { uri: `src/file-${at % 500}.ts` }, region: { startLine: at } } }],
  }));
  return { format: 'sarif', document: { version: '2.1.0', runs: [{ tool: { driver: { name: 'tool' } }, results: items }] } };
}

function traces(spans: number): object {
  const list = Array.from({ length: spans }, (_, at) => ({
    traceId: at.toString(16).padStart(32, '0'),
    spanId: (at + 1).toString(16).padStart(16, '0'),
    name: `tools/call ${at % 20}`,
    kind: 3,
    startTimeUnixNano: `${1_700_000_000_000_000_000n + BigInt(at)}`,
    endTimeUnixNano: `${1_700_000_000_100_000_000n + BigInt(at)}`,
    attributes: [
      { key: 'gen_ai.tool.name', value: { stringValue: `tool-${at % 20}` } },
      { key: 'mcp.server.name', value: { stringValue: `server-${at % 7}` } },
    ],
  }));
  return { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'x' }, spans: list }] }] };
}

async function main(): Promise<void> {
  const at = await openTestPlane({ workers: 0, maxBodyBytes: 10 * MEBIBYTE });
  const reader = new ApartReader(at.plane, programPath);
  at.plane.readApart = (tenantId, given) => reader.read(tenantId, given);
  const key = await at.key('measured');
  // The database's first statements are prepared once.
  const pushes: [string, string, object][] = [
    ['SBOM, 10 MiB', '/v1/compliance/ingest', sbom(9.3 * MEBIBYTE)],
    ['SBOM, 1 MiB', '/v1/compliance/ingest', sbom(MEBIBYTE)],
    ['SARIF, 25 000 results', '/v1/compliance/ingest', sarif(24_000)],
    ['traces', '/v1/traces', traces(10_000)],
  ];
  await at.ask('POST', '/v1/compliance/ingest', { key, body: sbom(1000) });
  for (const [name, url, body] of pushes) {
    const payload = JSON.stringify(body);
    const stalls = monitorEventLoopDelay({ resolution: 5 });
    stalls.enable();
    await new Promise((resolve) => setTimeout(resolve, 100));
    stalls.reset();
    const from = performance.now();
    const reads: number[] = [];
    const taking = at.ask('POST', url, { key, body: payload }).finally(() => (done = true));
    let done = false;
    while (!done) {
      const asked = performance.now();
      await at.ask('GET', '/v1/sources', { key });
      reads.push(performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const { status, text } = await taking;
    const took = performance.now() - from;
    await new Promise((resolve) => setTimeout(resolve, 20));
    stalls.disable();
    const shown = status === 200 ? '' : text.slice(0, 100);
    process.stdout.write(
      `${name}: ${(payload.length / MEBIBYTE).toFixed(1)} MiB, ${status}, ${Math.round(took)} ms, longest stop ${Math.round(stalls.max / 1e6)} ms (p99 ${Math.round(stalls.percentile(99) / 1e6)}), longest read beside it ${Math.round(Math.max(...reads))} ms of ${reads.length} ${shown}\n`,
    );
  }
  await at.close();
}

await main();
