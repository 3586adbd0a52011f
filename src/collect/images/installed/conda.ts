import type { InstalledReader } from '../contract/installed-reader.js';
import { isSensible, jsonObject, onePackage, textMember, unnamed } from './metadata.js';
import { METADATA } from './sizes.js';

/** Packages of a conda environment. */
export const conda: InstalledReader = {
  id: 'conda-meta',
  title: 'conda: `conda-meta/*.json`',
  ecosystem: 'conda',
  kind: 'language',
  wants: (path) => (/(?:^|\/)conda-meta\/[^/]+\.json$/.test(path) ? { most: METADATA } : undefined),
  read(file) {
    const meta = jsonObject(file);
    const name = textMember(meta, 'name');
    const version = textMember(meta, 'version');
    if (!isSensible(name) || !isSensible(version)) return unnamed(file, 'name and version of a conda package');
    const license = textMember(meta, 'license');
    return onePackage({ name, version, ...(license !== undefined && { licenses: [license] }) });
  },
};
