import { iacReaders } from '../collect/iac/registry.js';
import type { FileFamily } from './file-family.js';

/** Infrastructure code. */
export const iacFamily: FileFamily = {
  id: 'iac',
  isAsked: ({ infrastructure }) => infrastructure,
  wants: (path) => iacReaders.some((entry) => entry.matches(path)),
  async begin(root, { context, named }) {
    const { IacCollector } = await import('../collect/iac/collect.js');
    const collector = new IacCollector(context.files, root, named);
    return {
      take: (file) => collector.take(file),
      async finish() {
        const { resources, ignores, collectors, issues } = await collector.finish();
        return { collectors, issues, evidence: { iac: resources, ignores } };
      },
    };
  },
};
