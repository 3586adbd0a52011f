import { openTestPlane } from './test/support/control-plane.js';
import { redactDocument } from './src/control-plane/ingest/redact-document.js';
import { readArtifact } from './src/control-plane/ingest/artifact.js';
import { storePushed } from './src/control-plane/ingest/push.js';
import { depthExceeds } from './src/support/json.js';
import { canonicalJson } from './src/support/canonical-json.js';
import { complianceIngestRoutes } from './src/api/compliance-ingest.js';
import { ingest } from './src/control-plane/ingest/write.js';
import * as B from './intake-tmp.mjs';
const at = await openTestPlane({});
await at.key('t');
const t = async (n: string, f: any) => { const a = performance.now(); const r = await f(); console.log('  ', n, Math.round(performance.now() - a)); return r; };
for (const [n, body] of [['sbom', B.sbom(9.3 * 2 ** 20)], ['sarif', B.sarif(24000)]] as any) {
  console.log(n);
  const text = JSON.stringify(body);
  await t('depth', () => depthExceeds(text, 200));
  const b = await t('parse', () => JSON.parse(text));
  const v = await t('zod', () => complianceIngestRoutes.pushArtifact.body.parse(b));
  const d = await t('redact', () => redactDocument(v.document));
  const r = await t('read', () => readArtifact(v.format, d, at.plane));
  const e = await t('store', () => storePushed(at.plane, 'sarif', d));
  console.log('   findings', r.findings.length, 'nodes', r.graph.nodes.length);
  await t('canon', () => canonicalJson([v]));
  await t('clone', () => structuredClone(r));
  await t('ingest', () => at.plane.store.write('t', (store) => ingest(store, { sourceId: 's', jobId: 'j', evidence: [e], findings: r.findings, graph: r.graph, complete: true, observedAt: new Date().toISOString(), now: new Date().toISOString() } as any)));
}
await at.close();
