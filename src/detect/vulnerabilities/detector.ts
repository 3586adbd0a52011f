import { ecosystemOf } from '../../ecosystems/registry.js';
import { UpgradeCommands } from '../../ecosystems/upgrade-commands.js';
import type { EpssScore, FixState, KevState, Match } from '../../model/advisory.js';
import type { Component } from '../../model/component.js';
import type { Fact } from '../../model/finding.js';
import { preferredId } from '../../model/identity.js';
import { compareSeverity } from '../../model/severity.js';
import { versionText } from '../../model/version-text.js';
import { compareText } from '../../support/compare-text.js';
import type { Detector } from '../contract/detector.js';
import { Dependents } from './dependents.js';
import { smallestFix } from './fixed-version.js';
import { type AdvisoryGroup, groupMatches } from './groups.js';

/** Vulnerabilities: one finding for each problem and component, however many databases list it. */
export const vulnerabilities: Detector = {
  id: 'vulnerabilities',
  detect({ inventory, matched, kernelHeaders = false }) {
    const ordinary = matched.matches.filter((match) => !match.advisory.malicious);
    if (ordinary.length === 0) return [];
    const dependents = new Dependents(inventory.components);
    const commands = new UpgradeCommands(inventory.collectors);
    const configs = new Set(inventory.evidence.configs.map(({ path }) => path));
    return groupMatches(ordinary).flatMap((group) => {
      const component = dependents.component(group.component);
      return component ? [factOf(group, component, { dependents, commands, configs, kernelHeaders })] : [];
    });
  },
};

const MAX_REFERENCES = 10;

/** Facts about the whole project. */
interface Project {
  dependents: Dependents;
  commands: UpgradeCommands;
  /** Paths of client configurations. */
  configs: ReadonlySet<string>;
  /** Kernel headers in images are rated like other packages. */
  kernelHeaders: boolean;
}

function factOf(group: AdvisoryGroup, component: Component, project: Project): Fact {
  const { matches, ids } = group;
  const best = mostTelling(matches);
  const id = preferredId(ids);
  const kev = kevOf(matches);
  const isHeaders = !project.kernelHeaders && isKernelHeadersOfImage(component);
  const severity = isHeaders ? 'none' : kev === 'listed' && best.severity === 'unknown' ? 'critical' : best.severity;
  const fixState = matches.find((match) => match.fix_state !== undefined)?.fix_state;
  const fixed = fixedVersion(component, matches);
  const epss = likeliest(matches);
  const [kevAdded] = matches.flatMap((match) => match.kev_added ?? []).sort();
  const published = matches
    .map((match) => match.advisory.published)
    .filter((time) => time !== undefined)
    .sort()[0];
  return {
    kind: 'vulnerability',
    id,
    aliases: ids.filter((other) => other !== id),
    advisories: [...new Set(matches.map((match) => match.advisory.id))].sort(),
    severity,
    ...(best.score !== undefined && { score: best.score }),
    ...(best.vector !== undefined && { vector: best.vector }),
    confidence: 'high',
    component: component.ref,
    locations: component.locations.map((location) => ({ ...location })),
    match: best.reason,
    ...(fixed !== undefined && { fixed_version: fixed }),
    ...(fixState !== undefined && { fix_state: fixState }),
    kev,
    ...(kevAdded !== undefined && { kev_added: kevAdded }),
    ...(epss && { epss }),
    cwes: [...new Set(matches.flatMap((match) => match.advisory.cwes))].sort(),
    title: titleOf(matches, id, component),
    why: why(component, best, kev, project.dependents) + (isHeaders ? HEADERS_ONLY : ratedBy(best)),
    fix: fixed === undefined ? unfixedText(component, matches, fixState) : fixText(component, fixed, project),
    references: referencesOf(matches),
    ...(published !== undefined && { published }),
  };
}

/** Of several records, the one with the worst known severity; an unknown severity comes last. */
function mostTelling(matches: readonly Match[]): Match {
  const sorted = [...matches].sort((a, b) => byScore(a, b) || (a.advisory.id < b.advisory.id ? -1 : 1));
  const [first] = sorted;
  if (!first) throw new RangeError('a group has at least one match');
  return first;
}

function byScore(a: Match, b: Match): number {
  return versionOf(b) - versionOf(a) || compareSeverity(b.severity, a.severity) || (b.score ?? -1) - (a.score ?? -1);
}

/** Newest CVSS version first, a database's own rating after any score, unknown last. */
function versionOf({ vector, score, severity }: Match): number {
  if (score === undefined) return severity === 'unknown' ? 0 : 1;
  return Number(/^CVSS:(\d)/.exec(vector ?? '')?.[1] ?? 2);
}

function kevOf(matches: readonly Match[]): KevState {
  if (matches.some((match) => match.kev === 'listed')) return 'listed';
  return matches.some((match) => match.kev === 'not_listed') ? 'not_listed' : 'not_checked';
}

function likeliest(matches: readonly Match[]): EpssScore | undefined {
  return matches.flatMap((match) => match.epss ?? []).sort((a, b) => b.score - a.score)[0];
}

/** A record without a fix does not contradict another one of the same problem that has one. */
function fixedVersion(component: Component, matches: readonly Match[]): string | undefined {
  const ordering = ecosystemOf(component.ecosystem)?.ordering;
  const installed = component.version;
  if (!ordering || installed === null) return undefined;
  const known = matches.map((match) => match.fixed_versions).filter((versions) => versions.length > 0);
  return smallestFix(installed, known, ordering);
}

function titleOf(matches: readonly Match[], id: string, component: Component): string {
  const summary = matches.map((match) => match.advisory.summary.trim()).find((text) => text !== '');
  if (summary !== undefined) return firstSentence(summary);
  const details = matches.map((match) => match.advisory.details.trim()).find((text) => text !== '');
  return details === undefined ? `${id} in ${component.name}` : firstSentence(details);
}

function firstSentence(text: string): string {
  const line = text.replace(/^#+\s*/, '').split(/\r?\n/, 1)[0] ?? '';
  const end = line.search(/\.\s/);
  const sentence = end > 20 ? line.slice(0, end) : line;
  return sentence.length > 160 ? `${sentence.slice(0, 157)}...` : sentence;
}

function why(component: Component, { reason }: Match, kev: KevState, dependents: Dependents): string {
  const matched = `${component.name}@${versionText(component, component.version ?? '?')} is affected: ${reason.range} (${reason.event}).`;
  const exploited = kev === 'listed' ? ' It is known to be exploited (CISA KEV).' : '';
  const chain = dependents.chainTo(component);
  const via = chain.length > 1 ? ` Pulled in by ${chain.map((link) => link.name).join(' → ')}.` : '';
  return matched + exploited + via;
}

function ratedBy({ severity_from: vendor }: Match): string {
  return vendor === undefined ? '' : ` The severity is ${vendor}'s own.`;
}

const KERNEL_HEADERS = /^(?:linux-libc-dev|kernel-headers|kernel-uek-headers|linux-headers(?:-.*)?)$/;
const HEADERS_ONLY = ' The package holds headers of the kernel; a container runs on the kernel of its host.';

/** Advisories of the kernel name its headers too, yet no code of them runs in a container. */
function isKernelHeadersOfImage({ name, locations }: Component): boolean {
  return KERNEL_HEADERS.test(name) && locations.length > 0 && locations.every(({ layer }) => layer !== undefined);
}

/** What distributions say of problems that they do not fix, or not now. */
const STATES: Readonly<Partial<Record<FixState, string>>> = {
  'fix-deferred': 'The distribution has put off the fix.',
  'will-not-fix': 'The distribution will not fix it in this release.',
  'under-investigation': 'The distribution is looking into it.',
  'end-of-life': 'The distribution no longer supports the package in this release, so nobody says whether a fix will come.',
};

function unfixedText(component: Component, matches: readonly Match[], state: FixState | undefined): string {
  const paid = matches.find((match) => match.subscription_fix !== undefined)?.subscription_fix;
  if (paid !== undefined) return `Fixed in ${paid} for subscribers of the distribution alone. Move to a supported release, or subscribe.`;
  const said = (state && STATES[state]) ?? 'No fixed version is known.';
  return `${said} Replace ${component.name}, or record why it does not affect you.`;
}

function fixText(component: Component, version: string, { dependents, commands, configs }: Project): string {
  const fixed = versionText(component, version);
  const [place] = component.locations;
  // Installing a package that only a client's configuration names would change nothing.
  if (place && component.locations.every(({ path }) => configs.has(path)))
    return `Write \`${component.name}${component.ecosystem === 'PyPI' ? '==' : '@'}${fixed}\` in ${place.path}.`;
  const command = commands.of(component, version);
  const upgrade = `Upgrade ${component.name} to ${fixed}${command === undefined ? '' : `: ${command}`}`;
  const [top] = dependents.chainTo(component);
  if (component.direct !== false || !top || top.ref === component.ref) return upgrade;
  return `Upgrade ${top.name} until it brings ${component.name} ${fixed}, or pin ${component.name} to ${fixed} with an override.`;
}

const REFERENCE_ORDER = ['ADVISORY', 'FIX', 'ARTICLE', 'REPORT', 'WEB', 'PACKAGE', 'EVIDENCE'];

function referencesOf(matches: readonly Match[]): string[] {
  const all = matches.flatMap((match) => match.advisory.references);
  const rank = (type: string) => (REFERENCE_ORDER.indexOf(type) + REFERENCE_ORDER.length + 1) % (REFERENCE_ORDER.length + 1);
  const sorted = [...all].sort((a, b) => rank(a.type) - rank(b.type) || compareText(a.url, b.url));
  return [...new Set(sorted.map((reference) => reference.url))].slice(0, MAX_REFERENCES);
}
