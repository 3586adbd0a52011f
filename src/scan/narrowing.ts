import { isAmongEcosystems } from '../ecosystems/named.js';
import { connectionName } from '../model/cloud.js';
import type { Component } from '../model/component.js';
import { type FindingKind, findingKinds } from '../model/finding.js';
import type { Inventory } from '../model/inventory.js';
import type { Narrowing } from '../model/narrowing.js';
import type { ScanRequest } from '../model/request.js';
import { plural } from '../support/listing.js';

/** An inventory after the user's filters, and how much they left out of it. */
export interface Filtered {
  inventory: Inventory;
  leftOut: number;
}

/** Applies `--ecosystem` and `--no-dev`, with which the user leaves components out. */
export function keepWanted(inventory: Inventory, request: ScanRequest): Filtered {
  if (request.ecosystems.length === 0 && request.includeDev) return { inventory, leftOut: 0 };
  const components = inventory.components.filter((component) => isWanted(component, request));
  const kept = new Set(components.map((component) => component.ref));
  for (const component of components) component.dependencies = component.dependencies.filter((ref) => kept.has(ref));
  for (const server of inventory.servers) server.components = server.components.filter((ref) => kept.has(ref));
  return { inventory: { ...inventory, components }, leftOut: inventory.components.length - components.length };
}

function isWanted({ scope, ecosystem }: Component, { ecosystems, includeDev }: ScanRequest): boolean {
  if (!includeDev && scope === 'dev') return false;
  return ecosystems.length === 0 || isAmongEcosystems(ecosystem, ecosystems);
}

/** What the request looked at and left out, for the report; `folders` are the targets that were walked. */
export function narrowingOf(
  request: ScanRequest,
  folders: ReadonlySet<string> = new Set(),
  leftOut: Narrowing['left_out'] = { components: 0, paths: 0 },
): Narrowing {
  const { baseline, fixableOnly, ignoreUnfixed, exitZero } = request.gates;
  const given = { baseline, 'exit-zero': exitZero, 'fixable-only': fixableOnly, 'ignore-unfixed': ignoreUnfixed };
  return {
    ecosystems: [...request.ecosystems].sort(),
    exclude: [...request.exclude].sort(),
    without_dev: !request.includeDev,
    not_run: notRun(request),
    parts: partsOf(request, folders),
    left_out: leftOut,
    gates: Object.entries(given).flatMap(([name, value]) => (value ? [name] : [])),
  };
}

/** Licences are judged where there is a policy: without one they are not left out, nobody has asked. */
function notRun({ vulnerabilities, secrets, infrastructure, targets }: ScanRequest): FindingKind[] {
  const isWithoutCode = !infrastructure && targets.some(({ kind }) => kind === 'path');
  const left: Readonly<Partial<Record<FindingKind, boolean>>> = {
    vulnerability: !vulnerabilities,
    malicious: !vulnerabilities,
    secret: !secrets,
    iac: isWithoutCode,
  };
  return findingKinds.filter((kind) => left[kind]);
}

/** The user's targets, and what is read besides them. */
function partsOf(
  { targets, home, userConfig, projects = [], mcpTools = [], cloud = [], given, gitignore, secretsHistory, secretsArchives }: ScanRequest,
  folders: ReadonlySet<string>,
): string[] {
  const parts = [
    ...targets.map(({ kind, value }) => part(kind === 'path' ? (folders.has(value) ? 'folder' : 'file') : kind, value)),
    ...(home || userConfig ? ['agents:~'] : []),
    ...projects.map((value) => part('agents', value)),
    ...mcpTools.map((value) => part('mcp-tools', value)),
    ...cloud.map((connection) => `cloud:${connectionName(connection)}`),
    ...(given ? ['given:'] : []),
    ...(gitignore ? [] : ['gitignored:']),
    ...(secretsHistory ? ['history:'] : []),
    ...(secretsArchives ? ['archives:'] : []),
  ];
  return [...new Set(parts)].sort();
}

/** Absolute paths differ between machines and runs although they mean the same place, so they become `/`. */
function part(kind: string, value: string): string {
  const place = value
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+(?=.)/, '')
    .replace(/(?<=.)\/+$/, '');
  return `${kind}:${/^(?:\/|[A-Za-z]:\/)/.test(place) ? '/' : place}`;
}

/** One line a filter that left something out: `25 components left out by --ecosystem PyPI`. */
export function leftOutLines({ left_out: leftOut, ecosystems, without_dev: withoutDev, exclude }: Narrowing): string[] {
  const filters = [...(ecosystems.length > 0 ? [`--ecosystem ${ecosystems.join(',')}`] : []), ...(withoutDev ? ['--no-dev'] : [])];
  return [
    ...(leftOut.components > 0 ? [`${plural(leftOut.components, 'component')} left out by ${filters.join(' and ')}`] : []),
    ...(leftOut.paths > 0 ? [`${plural(leftOut.paths, 'path')} left out by ${excludeText(exclude)}`] : []),
  ];
}

/**
 * Why a report is empty though there was something: the filters left nothing to judge. Undefined if something is left,
 * unless `--ecosystem` selected no component.
 */
export function emptiedBy(inventory: Inventory, narrowed: Narrowing): { reason: string; wholly: boolean } | undefined {
  const { components, paths } = narrowed.left_out;
  const wholly = isBare(inventory);
  const choseNothing = narrowed.ecosystems.length > 0 && components > 0 && inventory.components.length === 0;
  if (!choseNothing && (components + paths === 0 || !wholly)) return undefined;
  return { reason: `${leftOutLines(narrowed).join(', ')}: nothing is left to judge`, wholly };
}

function isBare({ components, agents, servers, skills, models, cloud, evidence }: Inventory): boolean {
  return [components, agents, servers, skills, models, cloud, evidence.configs, evidence.toolSets].every((things) => things.length === 0);
}

function excludeText(globs: readonly string[]): string {
  const shown = globs.slice(0, 3).map((glob) => `--exclude '${glob}'`);
  return `${shown.join(' ')}${globs.length > 3 ? ` and ${globs.length - 3} more` : ''}`;
}
