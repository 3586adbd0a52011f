import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { Component, DependencyScope } from '../../model/component.js';
import type { ScanReport } from '../../model/report.js';
import { safeJson, safeText } from '../../support/terminal.js';
import { documentId } from '../document-id.js';
import { type License, licenseForms } from '../licenses.js';
import type { Reporter } from '../reporter.js';
import { locationText } from '../words.js';
import { formulationOf, modelComponent, propertyRepository, servicesOf, skillComponent } from './ai-inventory.js';
import { cloudComponents, cloudServices } from './cloud-inventory.js';
import { type Digest, digestsOf, identityOf } from './identity.js';
import { incompleteReasons } from './incomplete.js';
import { subjectName } from './subject.js';
import { type Affected, vulnerabilitiesOf } from './vulnerability.js';

/** Ref of what was scanned. */
const SUBJECT = 'castellan:subject';

/**
 * CycloneDX 1.6: MCP servers and what runs in clouds are services, models, images and skills are components; vulnerabilities are included, suppressed
 * ones with their analysis (VEX).
 */
const reporter: Reporter = {
  render(report) {
    const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
    const text = serializer.serialize(bomOf(report), { space: 2 });
    const formulation = formulationOf(report);
    const missing = incompleteReasons(report);
    if (formulation.length === 0 && missing.length === 0) return `${safeJson(text)}\n`;
    const more = { ...(missing.length > 0 && { compositions: INCOMPLETE }), ...(formulation.length > 0 && { formulation }) };
    return `${safeJson(JSON.stringify({ ...JSON.parse(text), ...more }, null, 2))}\n`;
  },
};

/** The library has no compositions. */
const INCOMPLETE = [{ aggregate: 'incomplete', assemblies: [SUBJECT] }];

function bomOf(report: ScanReport): Models.Bom {
  const bom = new Models.Bom({ serialNumber: `urn:uuid:${documentId(report, 'cyclonedx')}`, metadata: metadataOf(report) });
  const byRef = new Map(report.components.map((component) => [component.ref, componentOf(component)]));
  for (const { ref, dependencies, direct } of report.components) {
    const component = byRef.get(ref);
    if (!component) continue;
    for (const dependency of dependencies) {
      const target = byRef.get(dependency);
      if (target) component.dependencies.add(target.bomRef);
    }
    if (direct === true) bom.metadata.component?.dependencies.add(component.bomRef);
    bom.components.add(component);
  }
  const services = servicesOf(report, byRef);
  for (const [ref, service] of cloudServices(report.cloud ?? [])) services.set(ref, service);
  for (const service of services.values()) bom.services.add(service);
  const ofCloud = cloudComponents(report.cloud ?? [], report.images ?? []);
  const files = [...report.models.map(modelComponent), ...report.skills.map(skillComponent), ...ofCloud];
  for (const file of files) bom.components.add(file);
  const affected = new Map<string, Affected>([...byRef, ...services, ...files.map((file) => [file.bomRef.value ?? '', file] as const)]);
  for (const vulnerability of vulnerabilitiesOf(report, affected, bom.metadata.component)) bom.vulnerabilities.add(vulnerability);
  return bom;
}

function metadataOf(report: ScanReport): Models.Metadata {
  const { tool, scan_run: run } = report;
  const own = new Models.Component(Enums.ComponentType.Application, tool.name, { version: tool.version, bomRef: 'castellan:tool' });
  const subject = new Models.Component(Enums.ComponentType.Application, subjectName(report), {
    bomRef: SUBJECT,
    properties: propertyRepository(incompleteReasons(report).map((reason) => ['castellan:incomplete', safeText(reason)])),
  });
  return new Models.Metadata({
    timestamp: new Date(run.finished_at),
    tools: new Models.Tools({ components: new Models.ComponentRepository([own]) }),
    component: subject,
  });
}

/** CycloneDX's scope for each of ours; undefined where the evidence does not say. */
const SCOPES: Record<DependencyScope, Enums.ComponentScope | undefined> = {
  prod: Enums.ComponentScope.Required,
  optional: Enums.ComponentScope.Optional,
  dev: Enums.ComponentScope.Excluded,
  unknown: undefined,
};

const HASHES: Record<Digest['algorithm'], Enums.HashAlgorithm> = {
  MD5: Enums.HashAlgorithm.MD5,
  SHA1: Enums.HashAlgorithm['SHA-1'],
  SHA256: Enums.HashAlgorithm['SHA-256'],
  SHA384: Enums.HashAlgorithm['SHA-384'],
  SHA512: Enums.HashAlgorithm['SHA-512'],
};

function componentOf(component: Component): Models.Component {
  const identity = identityOf(component);
  const scope = SCOPES[component.scope];
  return new Models.Component(Enums.ComponentType.Library, safeText(identity?.purl.name ?? component.name), {
    bomRef: component.ref,
    ...(identity?.purl.namespace !== undefined && { group: safeText(identity.purl.namespace) }),
    ...(component.version !== null && { version: safeText(component.version) }),
    ...(scope !== undefined && { scope }),
    ...(identity && { purl: identity.text }),
    hashes: new Models.HashDictionary(digestsOf(component.integrity).map(({ algorithm, hex }) => [HASHES[algorithm], hex])),
    licenses: new Models.LicenseRepository(licensesOf(component.licenses)),
    properties: propertyRepository(propertiesOf(component)),
  });
}

/**
 * The schema allows either one expression, or a list of ids and names; an expression in a longer list is therefore
 * written as a name.
 */
function licensesOf(words: readonly string[]): Models.License[] {
  const licenses = licenseForms(words);
  const [only] = licenses;
  if (licenses.length === 1 && only?.kind === 'expression') return [new Models.LicenseExpression(only.text)];
  return licenses.map(listedLicense);
}

function listedLicense({ kind, text }: License): Models.License {
  return kind === 'id' ? new Models.SpdxLicense(text) : new Models.NamedLicense(text);
}

/** Properties for what CycloneDX has no field for. Our SBOM reader knows these names. */
function propertiesOf({ direct, scope, resolved, requirement, locations }: Component): [string, string][] {
  const properties: [string, string][] = [];
  if (direct !== null) properties.push(['castellan:direct', String(direct)]);
  properties.push(['castellan:scope', scope]);
  if (!resolved) properties.push(['castellan:resolved', 'false'], ['castellan:requirement', requirement ?? '']);
  for (const location of locations) properties.push(['castellan:location', locationText(location)]);
  return properties;
}

export default reporter;
