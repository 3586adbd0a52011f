/**
 * Writes what we say of vulnerabilities in our parts: `tsx scripts/release/vex.ts SBOM FILE`, from vex/castellan.cdx.json, for this version.
 * Throws where a statement names no component of the bill of materials, or leaves state or reason out.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Bom } from './own-packages.js';

interface Statement {
  id?: string;
  affects?: { ref: string }[];
  analysis?: { state?: string; justification?: string; detail?: string };
}

const [sbom, out] = process.argv.slice(2);
if (sbom === undefined || out === undefined) throw new Error('usage: vex.ts SBOM FILE');
const { metadata, components } = JSON.parse(readFileSync(sbom, 'utf8')) as Bom;
const { $schema, bomFormat, specVersion, version, vulnerabilities } = JSON.parse(readFileSync('vex/castellan.cdx.json', 'utf8'));
const wrong = (vulnerabilities as Statement[]).flatMap(faultsOf);
if (wrong.length > 0) throw new Error(`vex/castellan.cdx.json: ${wrong.join('; ')}`);
const { timestamp, component } = metadata;
const document = { $schema, bomFormat, specVersion, version, metadata: { timestamp, component }, vulnerabilities };
writeFileSync(out, `${JSON.stringify(document, null, 2)}\n`);
console.log(resolve(out));

function faultsOf({ id, affects = [], analysis }: Statement, index: number): string[] {
  const known = new Set(components.map((one) => one['bom-ref']));
  const which = id ?? `statement ${index + 1}`;
  const strangers = affects.filter(({ ref }) => !known.has(ref)).map(({ ref }) => `${which} is about ${ref}, which is not in ${sbom}`);
  return [
    ...(id === undefined ? [`${which} has no id`] : []),
    ...(affects.length === 0 ? [`${which} names no component`] : strangers),
    ...(analysis?.state === undefined || analysis.detail === undefined ? [`${which} needs a state and a detail`] : []),
    ...(analysis?.state === 'not_affected' && analysis.justification === undefined ? [`${which} needs a justification`] : []),
  ];
}
