import type { IacMap, IacValue } from '../../../../model/iac.js';
import { type ReleaseNames, resolved } from '../chart.js';
import { listAt, textAt } from './edit.js';

/** An entry of `helmCharts`: what it names, and the folder of the tree where that lies. */
interface NamedChart {
  name: string;
  repository: string;
  folder: string | undefined;
}

export function chartOf(
  kustomization: { folder: string; body: IacMap },
  entry: IacValue,
  charts: { has(folder: string): boolean },
): NamedChart {
  const [name, version, repository] = ['name', 'version', 'repo'].map((key) => textAt(entry, key)) as [string, string, string];
  const home = textAt(kustomization.body, 'helmGlobals', 'chartHome') || 'charts';
  const folder = [name, `${name}-${version}/${name}`]
    .map((way) => resolved(kustomization.folder, `${home}/${way}`))
    .find((way) => charts.has(way));
  return { name, repository, folder };
}

/** What `helm template` is called with by Kustomize. */
export function releaseOf(entry: IacValue): ReleaseNames {
  const namespace = textAt(entry, 'namespace');
  return { name: textAt(entry, 'releaseName') || 'release-name', ...(namespace !== '' && { namespace }) };
}

/** The values that an entry gives its chart, those that outrank the others first. */
export function givenValues(entry: IacValue, read: (file: IacValue) => IacMap | undefined): IacMap[] {
  const field = (key: string) => (entry.kind === 'map' ? entry.entries.get(key) : undefined);
  const mode = textAt(entry, 'valuesMerge');
  const inline = field('valuesInline');
  const named = mode === 'replace' && inline ? undefined : field('valuesFile');
  const own = [inline?.kind === 'map' ? inline : undefined, named && read(named)];
  if (mode === 'merge') own.reverse();
  const more = listAt(entry, 'additionalValuesFiles').map(read).reverse();
  return [...more, ...own].filter((values) => values !== undefined);
}
