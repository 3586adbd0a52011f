import { remediate } from '../detect/vulnerabilities/remediation.js';
import { UpgradeCommands } from '../ecosystems/upgrade-commands.js';
import type { Remedy } from '../graph/fix-first.js';
import type { Match } from '../model/advisory.js';
import type { McpServer } from '../model/agent.js';
import type { Component } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import { baseNames, imagesOfPlaces, type ReadImage } from '../model/image-places.js';
import type { Inventory } from '../model/inventory.js';
import { compareSeverity } from '../model/severity.js';
import { versionText } from '../model/version-text.js';

/** Rules about a server that repeat an advisory about its package: the same step ends both. */
const SAME_AS_ADVISORY = new Set(['known-vulnerable-version', 'known-malicious-package']);

/** Most places that one correction names. */
const MAX_NAMES = 3;

/**
 * What to do about the active findings: remove malicious packages, skills and models, upgrade components, and make
 * the corrections that rules ask for, each listed once with its places. Every finding is cleared by one remedy at most.
 */
export function remediesOf(inventory: Inventory, findings: readonly Finding[], matches: readonly Match[]): Remedy[] {
  const active = findings.filter((finding) => finding.suppressed === undefined);
  const bases = baseRemedies(inventory, active);
  const based = new Set(bases.flatMap(({ clears }) => clears));
  const packages = packageRemedies(
    inventory,
    active.filter((finding) => !based.has(finding)),
    matches,
  );
  const removals = removalRemedies(inventory, active);
  const settled = new Set([...bases, ...packages, ...removals].flatMap(({ clears }) => clears.map(({ fingerprint }) => fingerprint)));
  const left = active.filter((finding) => !settled.has(finding.fingerprint) && compareSeverity(finding.severity, 'low') > 0);
  return [...bases, ...packages, ...removals, ...corrections(inventory, left)];
}

/** One step for each base: a newer one ends all that it brought, but a malicious package must go at once. */
function baseRemedies({ images }: Inventory, active: readonly Finding[]): Remedy[] {
  const imageOf = imagesOfPlaces(images);
  const imagesOf = ({ locations }: Finding) => locations.map(imageOf);
  const based = active.filter((one) => one.in_base === true && one.kind !== 'malicious' && isWorthStep(one));
  return [...groupBy(based, (finding) => baseNames(imagesOf(finding)) || referencesOf(imagesOf(finding)).join('\n'))].map(([, clears]) => {
    const built = clears.flatMap(imagesOf);
    const references = referencesOf(built);
    const name = baseNames(built);
    const action = `update the base image${name === '' ? '' : ` ${name}`} of ${listed(references)}`;
    return { subject: references[0] ?? '', kind: 'upgrade', action, clears };
  });
}

function isWorthStep({ component, severity }: Finding): boolean {
  return component !== undefined || compareSeverity(severity, 'low') > 0;
}

function referencesOf(images: readonly (ReadImage | undefined)[]): string[] {
  return [...new Set(images.flatMap((image) => image?.reference ?? []))].sort();
}

function packageRemedies({ components, servers, collectors }: Inventory, active: readonly Finding[], matches: readonly Match[]): Remedy[] {
  const commands = new UpgradeCommands(collectors);
  const byComponent = groupBy(active, ({ component }) => component);
  const onServers = groupBy(
    active.filter(({ rule }) => rule !== undefined && SAME_AS_ADVISORY.has(rule)),
    ({ subject }) => subject,
  );
  return components.flatMap((component) => {
    const own = byComponent.get(component.ref);
    if (!own) return [];
    const running = servers.filter((server) => server.components.includes(component.ref) && server.package?.name === component.name);
    const said = [...new Set(running.map(({ ref }) => ref))].flatMap((ref) => onServers.get(ref) ?? []);
    return [packageRemedy({ component, own, running, said, matches, commands })];
  });
}

interface PackageFacts {
  component: Component;
  own: readonly Finding[];
  /** Servers whose command fetches it. */
  running: readonly McpServer[];
  /** Findings of rules about these servers with the same cause. */
  said: readonly Finding[];
  matches: readonly Match[];
  commands: UpgradeCommands;
}

function packageRemedy({ component, own, running, said, matches, commands }: PackageFacts): Remedy {
  const label = `${component.name}@${component.version === null ? '?' : versionText(component, component.version)}`;
  const where = running.length === 0 ? '' : ` in ${serverNames(running)}`;
  const malicious = own.some(({ kind }) => kind === 'malicious');
  if (malicious) {
    const action = running.length === 0 ? `remove ${label}` : `remove ${serverNames(running)}, which runs malicious ${label}`;
    return { subject: component.ref, kind: 'remove', action, clears: [...own, ...said] };
  }
  const { version, command, clears } = remediate(component, own, matches, commands);
  const cleared = own.filter(({ fingerprint }) => clears.includes(fingerprint));
  return {
    subject: component.ref,
    kind: 'upgrade',
    action: `upgrade ${label} to ${version === undefined ? 'a fixed version' : versionText(component, version)}${where}`,
    // A server's package is named in its client's configuration; installing it in the project would change nothing.
    ...(command !== undefined && running.length === 0 && { command }),
    clears: cleared.length === own.length ? [...cleared, ...said] : cleared,
  };
}

/** `server files (cursor, claude-desktop)` */
function serverNames(servers: readonly McpServer[]): string {
  const names = [...new Set(servers.map(({ name }) => name))].sort();
  const clients = [...new Set(servers.map(({ client }) => client))].sort();
  return `server ${listed(names)} (${listed(clients)})`;
}

/** Malicious skills and unsafe models: they are removed, so their single findings need no correction. */
function removalRemedies({ skills, models }: Inventory, active: readonly Finding[]): Remedy[] {
  const bySubject = groupBy(active, ({ subject }) => subject);
  const bad = [
    ...skills.filter(({ verdict }) => verdict === 'malicious').map(({ ref, path, kind }) => ({ ref, action: skillRemoval(path, kind) })),
    ...models
      .filter(({ verdict }) => verdict === 'unsafe')
      .map(({ ref, path }) => ({ ref, action: `delete the model ${path}; do not load it` })),
  ];
  return bad.flatMap(({ ref, action }): Remedy[] => {
    const clears = bySubject.get(ref);
    return clears ? [{ subject: ref, kind: 'remove', action, clears }] : [];
  });
}

/** A project's own instructions are cleaned rather than deleted. */
function skillRemoval(path: string, kind: string): string {
  const what = kind === 'skill' ? `delete the skill ${folderOf(path)}` : `take the bad orders out of ${path}`;
  return `${what}; replace credentials it could read`;
}

/** The bundle rather than the file that heads it. */
function folderOf(path: string): string {
  return path.replace(/\/SKILL\.md$/i, '');
}

/** One remedy for each correction, however many places need it. */
function corrections(inventory: Inventory, left: readonly Finding[]): Remedy[] {
  const labels = labelsOf(inventory);
  const place = ({ subject, component, locations }: Finding) => subject ?? component ?? locations[0]?.path ?? '';
  // Places in tests are a step of their own, which can wait.
  return [...groupBy(left, ({ fix, context }) => fix && `${context ?? ''}\n${fix}`)].map(([, clears]) => {
    const fix = clears[0]?.fix ?? '';
    const places = [...new Set(clears.map(place))].sort();
    if (clears[0]?.kind === 'iac') return placedCorrection(clears, fix);
    const names = [...new Set(places.map((ref) => labels.get(ref) ?? ref))].sort();
    return { subject: places[0] ?? '', kind: 'correct', action: names.length === 0 ? fix : `${listed(names)}: ${fix}`, clears };
  });
}

/** Of code what is wrong and where; what to write there stands apart, because it may have lines. */
function placedCorrection(clears: readonly Finding[], fix: string): Remedy {
  const [first] = clears;
  const lines = clears.flatMap(({ locations: [at] }) => (at ? [at.line === undefined ? at.path : `${at.path}:${at.line}`] : []));
  const titles = [...new Set(clears.map(({ title }) => title))];
  return { subject: first?.subject ?? '', kind: 'correct', action: `${listed([...new Set(lines)])}: ${listed(titles)}`, fix, clears };
}

function labelsOf({ components, servers, agents, tools, skills, models, images }: Inventory): Map<string, string> {
  const labels = new Map(
    components.map((one) => [one.ref, one.version === null ? one.name : `${one.name}@${versionText(one, one.version)}`]),
  );
  const named = new Map(servers.map(({ ref, name }) => [ref, name]));
  for (const [ref, name] of named) labels.set(ref, `server ${name}`);
  for (const { ref, server, name } of tools) labels.set(ref, `tool ${name} of ${named.get(server) ?? 'its server'}`);
  for (const { ref, client } of agents) labels.set(ref, client);
  for (const { ref, path } of [...skills, ...models]) labels.set(ref, folderOf(path));
  for (const { ref, reference } of images) if (ref !== undefined) labels.set(ref, reference);
  return labels;
}

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return rest > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} +${rest}` : names.join(', ');
}

function groupBy(findings: readonly Finding[], keyOf: (finding: Finding) => string | undefined): Map<string, Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = keyOf(finding);
    if (!key) continue;
    const known = groups.get(key);
    if (known) known.push(finding);
    else groups.set(key, [finding]);
  }
  return groups;
}
