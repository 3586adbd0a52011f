import { createHash } from 'node:crypto';
import type { Component } from '../../model/component.js';
import type { Finding } from '../../model/finding.js';
import type { ScanReport } from '../../model/report.js';
import { safeJson, safeText } from '../../support/terminal.js';
import { documentId } from '../document-id.js';
import { linkTarget } from '../escape.js';
import { prettyJson } from '../json/pretty.js';
import type { Reporter } from '../reporter.js';
import { locationText } from '../words.js';
import { type AiElement, aiElements } from './ai-elements.js';
import { digestsOf, identityOf } from './identity.js';
import { incompleteReasons } from './incomplete.js';
import { LicenseTexts } from './spdx-license.js';
import { subjectName } from './subject.js';

/** SPDX 2.3: packages with purls, licences and dependencies; advisories as security references. */
const reporter: Reporter = {
  *render(report) {
    for (const piece of prettyJson(documentOf(report))) yield safeJson(piece);
  },
};

function documentOf(report: ScanReport) {
  const { tool, scan_run: run, components } = report;
  const ids = new Map(components.map(({ ref }) => [ref, packageId(ref)]));
  const advisories = advisoriesByComponent(report.findings);
  const licenses = new LicenseTexts();
  const ai = aiElements(report);
  const packages = [
    ...components.map((component) => packageOf(component, { licenses, advisories: advisories.get(component.ref) ?? [] })),
    ...ai.map(aiPackage),
  ];
  const extracted = licenses.extracted();
  const missing = incompleteReasons(report).map((reason) => `incomplete: ${safeText(reason)}`);
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: subjectName(report),
    documentNamespace: `https://spdx.org/spdxdocs/castellan-${documentId(report, 'spdx')}`,
    creationInfo: { created: `${new Date(run.finished_at).toISOString().slice(0, 19)}Z`, creators: [`Tool: ${tool.name}-${tool.version}`] },
    ...(missing.length > 0 && { comment: missing.join('\n') }),
    ...(extracted.length > 0 && { hasExtractedLicensingInfos: extracted }),
    packages,
    relationships: [...relationshipsOf(components, ids), ...aiRelationships(ai, ids)],
  };
}

/** Ids may hold only letters, digits, `.` and `-` (SPDX 2.3, clause 7.2), so refs are hashed. */
function packageId(ref: string): string {
  return `SPDXRef-Package-${createHash('sha256').update(ref).digest('hex').slice(0, 24)}`;
}

interface PackageFacts {
  licenses: LicenseTexts;
  advisories: readonly string[];
}

function packageOf(component: Component, { licenses, advisories }: PackageFacts) {
  const { ref, name, version, source, locations } = component;
  const identity = identityOf(component);
  const digests = digestsOf(component.integrity);
  const purls = identity ? [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: identity.text }] : [];
  const security = advisories.map((url) => ({ referenceCategory: 'SECURITY', referenceType: 'advisory', referenceLocator: url }));
  return {
    name: safeText(name) || 'unnamed',
    SPDXID: packageId(ref),
    ...(version !== null && { versionInfo: safeText(version) }),
    downloadLocation: (source?.url === undefined ? undefined : linkTarget(source.url)) ?? 'NOASSERTION',
    filesAnalyzed: false,
    ...(digests.length > 0 && { checksums: digests.map(({ algorithm, hex }) => ({ algorithm, checksumValue: hex })) }),
    ...(locations.length > 0 && { sourceInfo: safeText(`found in ${locations.map(locationText).join(', ')}`) }),
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: licenses.expression(component.licenses),
    copyrightText: 'NOASSERTION',
    comment: commentOf(component),
    externalRefs: [...purls, ...security],
  };
}

/** A comment for what SPDX has no field for. Our SBOM reader knows this line. */
function commentOf({ direct, scope, resolved, requirement }: Component): string {
  const asked = resolved || !requirement ? '' : ` requirement=${safeText(requirement)}`;
  return `castellan: direct=${direct ?? 'unknown'} scope=${scope} resolved=${resolved}${asked}`;
}

/** The document describes every package, because none of them is the project itself. */
function relationshipsOf(components: readonly Component[], ids: ReadonlyMap<string, string>) {
  const describes = components.map(({ ref }) => relationship('SPDXRef-DOCUMENT', 'DESCRIBES', packageId(ref)));
  const dependsOn = components.flatMap(({ ref, dependencies }) =>
    dependencies.flatMap((dependency) => {
      const target = ids.get(dependency);
      return target === undefined ? [] : [relationship(packageId(ref), 'DEPENDS_ON', target)];
    }),
  );
  return [...describes, ...dependsOn];
}

function relationship(spdxElementId: string, relationshipType: string, relatedSpdxElement: string) {
  return { spdxElementId, relationshipType, relatedSpdxElement };
}

/** MCP servers, models and skills are written as packages: SPDX 2.3 has no elements for them. */
function aiPackage({ ref, name, purpose, comment, places }: AiElement) {
  return {
    name: safeText(name) || 'unnamed',
    SPDXID: packageId(ref),
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    primaryPackagePurpose: purpose,
    ...(places.length > 0 && { sourceInfo: safeText(`found in ${places.map(locationText).join(', ')}`) }),
    licenseConcluded: 'NOASSERTION',
    licenseDeclared: 'NOASSERTION',
    copyrightText: 'NOASSERTION',
    comment: safeText(`castellan: ${comment}`),
  };
}

function aiRelationships(elements: readonly AiElement[], ids: ReadonlyMap<string, string>) {
  return elements.flatMap(({ ref, dependsOn }) => [
    relationship('SPDXRef-DOCUMENT', 'DESCRIBES', packageId(ref)),
    ...dependsOn.flatMap((dependency) => {
      const target = ids.get(dependency);
      return target === undefined ? [] : [relationship(packageId(ref), 'DEPENDS_ON', target)];
    }),
  ]);
}

/** The first link of each active finding, by component. */
function advisoriesByComponent(findings: readonly Finding[]): Map<string, string[]> {
  const byComponent = new Map<string, string[]>();
  for (const { component, references, suppressed } of findings) {
    const url = references.map(linkTarget).find((link) => link !== undefined);
    if (component === undefined || suppressed || url === undefined) continue;
    const known = byComponent.get(component) ?? [];
    if (!known.includes(url)) byComponent.set(component, [...known, url]);
  }
  return byComponent;
}

export default reporter;
