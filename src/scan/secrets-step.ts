import { isArchive, mayHoldText } from '../collect/secrets/text-files.js';
import { UsageError } from '../support/errors.js';
import { Turns } from '../support/turns.js';
import type { Context } from '../system/context.js';
import type { FileFamily } from './file-family.js';

/** Secrets in every file that may hold text, and in archives where somebody asks for them. */
export const secretsFamily: FileFamily = {
  id: 'secrets',
  isAsked: ({ secrets }) => secrets,
  wants: (path, request) => mayHoldText(path) || (request?.secretsArchives === true && isArchive(path)),
  async begin(root, { request, context }) {
    const [{ collectHistory, SecretCollector }, { valueHasher }] = await Promise.all([
      import('../collect/secrets/collect.js'),
      import('../collect/secrets/value-hash.js'),
    ]);
    const [turns, hash] = [Turns.heeding(context.signal), valueHasher()];
    const collector = new SecretCollector(context.files, root, { turns, hash, archives: request.secretsArchives === true });
    return {
      take: (file) => collector.take(file),
      async finish() {
        const collected = collector.finish();
        if (request.secretsHistory) await collectHistory(historyOf(context, root.absolute), root, collected, hash);
        const { secrets, ignores, collectors, issues, searched } = collected;
        return { collectors, issues, evidence: { secrets, ignores, searched: [{ path: root.prefix, files: searched }] } };
      },
    };
  },
};

/** Only the git program reads histories, and a context without it starts no program. */
function historyOf({ history, signal }: Context, folder: string): AsyncIterable<Buffer> {
  if (history) return history(folder, signal);
  throw new UsageError({ where: '--secrets-history', message: 'starts git, which --offline forbids' });
}
