import type { Component, Location } from '../../src/model/component.js';
import { parsePurl } from '../../src/model/purl.js';
import type { ScanReport } from '../../src/model/report.js';
import { type ExpectedIssue, type ImageCase, identityOfPurl } from './image-cases.js';

/** What is wrong with the packages of a report: missing, wrong place, not there in truth. */
export function packageMisses(expected: ImageCase, components: readonly Component[]): string[] {
  const byIdentity = new Map<string, Component[]>();
  for (const component of components) {
    const identity = identityOfPurl(component.purl);
    byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), component]);
  }
  const explained = new Set([...expected.packages.map(({ purl }) => purl), ...(expected.may ?? [])].map(identityOfPurl));
  const extra = components.filter((component) => !explained.has(identityOfPurl(component.purl)) && !byName(expected, component));
  return [
    ...expected.packages.flatMap((wanted) => {
      const found = byIdentity.get(identityOfPurl(wanted.purl)) ?? [];
      if (found.length === 0) return [`lacks ${wanted.purl}`];
      const places = found.flatMap(({ locations }) => locations);
      if (places.some((place) => place.layer === wanted.layer && isAt(expected, place, wanted))) return [];
      return [`${wanted.purl} is at ${places.map(placeText).join(', ')}, not at ${placeText({ ...wanted, path: wanted.path ?? '*' })}`];
    }),
    ...(expected.by_name ?? []).flatMap(({ name, version }) =>
      components.some((component) => nameOf(component) === name && component.version === version) ? [] : [`lacks ${name} ${version}`],
    ),
    ...extra.map(({ purl, locations }) => `has ${purl} at ${locations.map(placeText).join(', ')}`),
  ];
}

function isAt(expected: ImageCase, place: Location, wanted: { path: string | null; inner?: string }): boolean {
  if (expected.any_path || wanted.path === null) return true;
  if (place.path !== wanted.path && !(expected.may_path ?? []).includes(place.path)) return false;
  return wanted.inner === undefined || (place.inner ?? '').endsWith(wanted.inner);
}

function nameOf({ purl }: Component): string {
  return parsePurl(purl).name;
}

function byName(expected: ImageCase, component: Component): boolean {
  return (expected.by_name ?? []).some(({ name, version }) => name === nameOf(component) && version === component.version);
}

function placeText({ path, layer, inner }: Pick<Location, 'path' | 'layer' | 'inner'>): string {
  return `${path}${inner === undefined ? '' : `!${inner}`} [${layer}]`;
}

/** What is wrong with the images of a report: digests, platform, layers, system, base. */
export function imageMisses(expected: ImageCase, { images = [] }: ScanReport): string[] {
  const read = images.filter(({ layers }) => layers !== undefined);
  const [image] = read;
  if (expected.outcome === 'failed' && !image) return [];
  if (!image) return ['no image'];
  if (expected.images !== undefined) return read.length === expected.images ? [] : [`${read.length} images, not ${expected.images}`];
  const differs = (what: string, got: unknown, wanted: unknown) =>
    wanted === undefined || JSON.stringify(got ?? null) === JSON.stringify(wanted)
      ? []
      : [`${what} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`];
  const { os, layers = [], base } = image;
  // The digests of hostile images are lies on purpose.
  const { hostile } = expected;
  return [
    ...(image.digest === undefined || hostile ? [] : differs('digest', image.digest, expected.digest)),
    ...differs('config digest', image.config_digest, expected.config_digest),
    ...differs('platform', image.platform, expected.platform),
    ...(expected.layers && !hostile
      ? differs(
          'diff_ids',
          layers.map(({ diff_id: id }) => id),
          expected.layers.map(({ diff_id: id }) => id),
        )
      : []),
    ...(expected.layers ?? []).flatMap(({ created_by: by }, index) =>
      by === null && layers[index]?.created_by !== undefined ? [`layer ${index} has the command ${layers[index]?.created_by}`] : [],
    ),
    ...(expected.os === undefined ? [] : osMisses(expected.os, os)),
    ...(expected.base
      ? [...differs('base name', base?.name, expected.base.name), ...differs('layers of the base', base?.layers, expected.base.layers)]
      : []),
  ];
}

function osMisses(expected: NonNullable<ImageCase['os']> | null, got: NonNullable<ScanReport['images']>[number]['os']): string[] {
  if (expected === null || !got)
    return expected === (got ?? null) ? [] : [`the system is ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`];
  return (['id', 'version', 'codename', 'eol'] as const).flatMap((key) =>
    expected[key] !== undefined && expected[key] !== (got[key] ?? null) ? [`os.${key} is ${got[key]}, not ${expected[key]}`] : [],
  );
}

/** What is wrong with the findings: those expected that are not made, and those that must not be. */
export function findingMisses(expected: ImageCase, { findings, servers, skills, models }: ScanReport): string[] {
  const own = findings.filter(({ rule }) => rule !== undefined);
  const lacks = (expected.findings ?? []).flatMap(({ rule, where, layer, deleted }) => {
    const made = own.filter((finding) => finding.rule === rule);
    const fits = made.some(({ locations, evidence = '' }) =>
      locations.some(
        (at) =>
          (where === 'os' || at.path === where || at.pointer === where || evidence.includes(where)) &&
          (layer === undefined || at.layer === layer) &&
          (deleted === undefined || at.deleted === deleted),
      ),
    );
    return fits
      ? []
      : [`no ${rule} at ${where}${made.length > 0 ? ` (at ${made.flatMap((one) => one.locations.map(placeText)).join(', ')})` : ''}`];
  });
  const others = (expected.findings ?? []).some(({ rule }) => rule !== 'image-os-end-of-life');
  const judged = others || expected.must_not_rules !== undefined;
  const wanted = new Set((expected.findings ?? []).map(({ rule }) => rule));
  const wrong = own.flatMap(({ rule = '', severity, locations }) => {
    const isForbidden =
      (expected.must_not_rules ?? []).includes(rule) || (rule === 'image-os-end-of-life' && expected.os !== undefined && !wanted.has(rule));
    const isUnexpected = judged && rule.startsWith('image-') && severity !== 'none' && !wanted.has(rule);
    return isForbidden || isUnexpected ? [`made ${rule} at ${locations.map(placeText).join(', ')}`] : [];
  });
  const { ai } = expected;
  const lack = (what: string, is: boolean) => (is ? [] : [`no ${what}`]);
  return [
    ...lacks,
    ...wrong,
    ...(ai?.servers ?? []).flatMap(({ name, path }) =>
      lack(
        `server ${name} of ${path}`,
        servers.some((one) => one.name === name && one.path === path),
      ),
    ),
    ...(ai?.skills ?? []).flatMap(({ path }) =>
      lack(
        `skill ${path}`,
        skills.some((one) => path.startsWith(one.path)),
      ),
    ),
    ...(ai?.models ?? []).flatMap(({ path }) =>
      lack(
        `model ${path}`,
        models.some((one) => one.path === path),
      ),
    ),
    ...(ai?.models ?? []).flatMap(({ path, finding }) =>
      finding
        ? lack(
            `finding of ${path}`,
            own.some((one) => one.kind === 'model' && one.locations.some((at) => at.path === path)),
          )
        : [],
    ),
  ];
}

/** How a scan of one case ended, in the words of the reference data. */
export function outcomeOf({ scan_run: { collectors, issues }, images = [], components }: ScanReport): string {
  const own = collectors.filter(({ id }) => id === 'image');
  const read = images.some(({ layers }) => layers !== undefined);
  if (!read) return 'failed';
  if (own.some(({ outcome }) => outcome === 'truncated')) return 'truncated';
  const isWhole = collectors.every(({ outcome }) => outcome === 'scanned' || outcome === 'empty' || outcome === 'skipped');
  if (!isWhole || issues.some(({ note, kind }) => !note && kind !== 'not_matched' && kind !== 'no_advisory_data')) return 'incomplete';
  return own.every(({ outcome }) => outcome === 'empty') && components.length === 0 ? 'empty' : 'scanned';
}

/** What is wrong with how it ended, and with what was said of it. */
export function endMisses(expected: ImageCase, report: ScanReport): string[] {
  const outcome = outcomeOf(report);
  const wanted = [expected.outcome ?? 'scanned', ...(expected.any_of ?? [])];
  const { issues } = report.scan_run;
  const fits = ({ kind, kind_any: kinds = kind === undefined ? [] : [kind], path = '' }: ExpectedIssue) =>
    issues.some((issue) => (kinds.length === 0 || kinds.includes(issue.kind)) && (path === '' || issue.path === path));
  const lacking =
    outcome === 'scanned' && wanted.includes('scanned') && expected.outcome !== 'scanned' && expected.outcome !== undefined
      ? []
      : (expected.issues ?? []).filter((issue) => !fits(issue));
  return [
    ...(wanted.includes(outcome)
      ? []
      : [
          `ended ${outcome}, not ${wanted.join('/')} (${issues
            .map((issue) => issue.reason)
            .join('; ')
            .slice(0, 200)})`,
        ]),
    ...lacking.map(({ about, path, kind_any: kinds }) => `no issue "${about ?? ''}" ${path ?? ''} of ${kinds?.slice(0, 4).join('/')}`),
  ];
}
