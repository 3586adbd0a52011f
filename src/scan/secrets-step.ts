import { mayHoldText } from '../collect/secrets/text-files.js';
import { Turns } from '../support/turns.js';
import type { FileFamily } from './file-family.js';

/** Secrets in every file that may hold text. */
export const secretsFamily: FileFamily = {
  id: 'secrets',
  isAsked: ({ secrets }) => secrets,
  wants: mayHoldText,
  async read(files, root, { context }) {
    const { collectSecrets } = await import('../collect/secrets/collect.js');
    const turns = Turns.heeding(context.signal);
    const { secrets, collectors, issues, searched } = await collectSecrets(context.files, root, files, { turns });
    return { collectors, issues, evidence: { secrets, searched: [{ path: root.prefix, files: searched }] } };
  },
};
