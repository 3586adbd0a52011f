import { foreignRpm } from './builds.js';
import type { Ecosystem } from './ecosystem.js';
import { releaseOf } from './release-names.js';
import { rpm } from './rpm.js';
import { shellWord } from './shell-word.js';

/**
 * SUSE, by source package and product. Packages of a server come from modules (`Linux Enterprise Module for Basesystem 15 SP5`)
 * and longer support (`Linux Enterprise Server 15 SP5-LTSS`) of the same service pack, which are looked up too.
 */
export const suse: Ecosystem = {
  ...rpm,
  name: 'SUSE',
  inOsv: true,
  purlNamespace: 'suse',
  foreignBuild: (version, vendor) => foreignRpm('SUSE', version, vendor),
  lookupNames: (ecosystem, known) => {
    const product = releaseOf(ecosystem);
    if (product === '') return [];
    const pack = /[0-9]+(?: SP[0-9]+)?$/.exec(product)?.[0];
    const exact = known.filter((name) => name === ecosystem);
    if (pack === undefined) return exact;
    const related = known.filter((name) => name.startsWith(`${ecosystem}-`) || (name.startsWith(MODULE) && name.endsWith(` ${pack}`)));
    return [...exact, ...related];
  },
  bySource: true,
  upgradeCommand: (name, version) => `zypper update ${shellWord(`${name}=${version}`)}`,
};

const MODULE = 'SUSE:Linux Enterprise Module for ';
