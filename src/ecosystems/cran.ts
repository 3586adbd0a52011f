import type { Ecosystem } from './ecosystem.js';
import { flatNames, unchanged } from './purl-names.js';
import { shellWord } from './shell-word.js';
import { cranOrdering as ordering } from './versions/dotted.js';

/** CRAN: case-sensitive names. */
export const cran: Ecosystem = {
  name: 'CRAN',
  inOsv: true,
  purlType: 'cran',
  ordering,
  normaliseName: unchanged,
  ...flatNames,
  publicHosts: ['cloud.r-project.org', 'cran.r-project.org', 'cran.rstudio.com', 'packagemanager.posit.co', 'packagemanager.rstudio.com'],
  upgradeCommand: (name, version) => `Rscript -e ${shellWord(`renv::install("${rText(`${name}@${version}`)}")`)}`,
};

/** Text for an R string in double quotes, without characters that could end the string; no name or version has such characters. */
export function rText(text: string): string {
  return text.replace(/["\\]/g, '');
}
