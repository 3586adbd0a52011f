import type { FindingKind } from './finding.js';

/** What a scan looked at, and what it was told to leave out. Finding nothing says nothing about the parts left out. */
export interface Narrowing {
  /** OSV names of the only ecosystems that were kept; empty: all. */
  ecosystems: string[];
  /** Globs of paths that were left out. */
  exclude: string[];
  /** True: development dependencies were left out. */
  without_dev: boolean;
  /** Kinds of checks that were not run. */
  not_run: FindingKind[];
  /** What was read, `kind:place`: `folder:.`, `sbom:app.cdx.json`, `agents:~`. `/` stands for any absolute place. */
  parts: string[];
  /** How much the filters left out of what was found. */
  left_out: { components: number; paths: number };
  /** Options that keep findings of this report from the gates: `baseline`, `exit-zero`, `fixable-only`, `ignore-unfixed`. */
  gates: string[];
}

/** The members that say how much was looked at. */
export type Look = Pick<Narrowing, 'ecosystems' | 'exclude' | 'without_dev' | 'not_run' | 'parts'>;

/** The look of a scan, without its results. */
export function lookOf({ ecosystems, exclude, without_dev: withoutDev, not_run: notRun, parts }: Look): Look {
  return { ecosystems, exclude, without_dev: withoutDev, not_run: notRun, parts };
}

/** A look without filters, at nothing in particular. */
export const everything: Look = { ecosystems: [], exclude: [], without_dev: false, not_run: [], parts: [] };

/** True when nothing was left out of what was read. */
export function isUnfiltered({ ecosystems, exclude, without_dev: withoutDev, not_run: notRun }: Look): boolean {
  return ecosystems.length + exclude.length + notRun.length === 0 && !withoutDev;
}

/** True when `look` covers everything that `earlier` looked at: a finding of `earlier` that is missing now is resolved. */
export function covers(look: Look, earlier: Look): boolean {
  return (
    (look.ecosystems.length === 0 || (earlier.ecosystems.length > 0 && isWithin(earlier.ecosystems, look.ecosystems))) &&
    isWithin(look.exclude, earlier.exclude) &&
    isWithin(look.not_run, earlier.not_run) &&
    (!look.without_dev || earlier.without_dev) &&
    earlier.parts.every((part) => look.parts.some((own) => own === part || holds(own, part)))
  );
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}

/** A folder that was walked includes the folders and files below it, but only the kinds of files that a walk reads. */
function holds(own: string, part: string): boolean {
  const [, folder] = /^folder:(.*)$/.exec(own) ?? [];
  const [, place] = /^(?:folder|file):(.*)$/.exec(part) ?? [];
  if (folder === undefined || place === undefined || place.startsWith('/') || /^\.\.(?:\/|$)/.test(place)) return false;
  return folder === '.' || place.startsWith(`${folder}/`);
}
