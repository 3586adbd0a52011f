import { cran, rText } from './cran.js';
import type { Ecosystem } from './ecosystem.js';
import { shellWord } from './shell-word.js';

/** Bioconductor: R packages beside CRAN's, in releases of their own; the release decides the version. */
export const bioconductor: Ecosystem = {
  ...cran,
  name: 'Bioconductor',
  purlType: 'bioconductor',
  publicHosts: ['bioconductor.org', 'master.bioconductor.org'],
  upgradeCommand: (name) => `Rscript -e ${shellWord(`BiocManager::install("${rText(name)}")`)}`,
};
