import { ecosystemOf } from '../ecosystems/registry.js';
import type { Component } from '../model/component.js';
import { formatPurl } from '../model/purl.js';
import type { ScanRequest } from '../model/request.js';
import type { PackageSpec } from './package-spec.js';

/** A scan of nothing but these packages, with every gate on: unscored and lowest findings count too. */
export function checkRequest(base: ScanRequest, specs: readonly PackageSpec[]): ScanRequest {
  return {
    ...base,
    targets: [],
    given: { components: specs.map(componentOf) },
    ecosystems: [],
    gates: { ...base.gates, failOnSeverity: 'any', unknownSeverity: 'fail' },
  };
}

function componentOf(spec: PackageSpec): Component {
  const ecosystem = ecosystemOf(spec.ecosystem);
  const parts = ecosystem?.purlParts(spec.name) ?? { name: spec.name };
  const purl = formatPurl({ type: ecosystem?.purlType ?? 'generic', ...parts, version: spec.version });
  return {
    ref: purl,
    purl,
    ecosystem: spec.ecosystem,
    name: spec.name,
    version: spec.version,
    scope: 'unknown',
    direct: true,
    resolved: true,
    locations: [{ path: spec.text }],
    dependencies: [],
    licenses: [],
  };
}
