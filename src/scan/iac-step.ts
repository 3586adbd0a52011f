import { iacReaders } from '../collect/iac/registry.js';
import type { FileFamily } from './file-family.js';

/** Infrastructure code. */
export const iacFamily: FileFamily = {
  id: 'iac',
  isAsked: ({ infrastructure }) => infrastructure,
  wants: (path) => iacReaders.some((entry) => entry.matches(path)),
  async read(files, root, { context, named }) {
    const { collectIac } = await import('../collect/iac/collect.js');
    const { resources, ignores, collectors, issues } = await collectIac(context.files, root, files, named);
    return { collectors, issues, evidence: { iac: resources, ignores } };
  },
};
