import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { collectHistory, SecretCollector } from '../../../src/collect/secrets/collect.js';
import { HistorySearch } from '../../../src/collect/secrets/history.js';
import { valueHasher } from '../../../src/collect/secrets/value-hash.js';
import { Turns } from '../../../src/support/turns.js';
import { diskFiles } from '../../../src/system/files.js';
import { gitHistory } from '../../../src/system/git/history.js';
import { GitRepository } from '../../support/git-repository.js';
import { Dice, madeSecret, shapeNamed } from '../../support/made-secrets.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

const folder = temporaryFolder();
afterAll(() => folder.dispose());

const dice = new Dice(42);
const [first, second] = [madeSecret(shapeNamed('github-pat'), dice), madeSecret(shapeNamed('stripe-secret-key'), dice)];

const repository = new GitRepository(folder.path);

async function seen(): Promise<object[]> {
  const root = { absolute: folder.path, prefix: '' };
  const hash = valueHasher();
  const walked = [{ path: 'app.env', absolute: join(folder.path, 'app.env') }];
  const collector = new SecretCollector(diskFiles, root, { turns: new Turns(), hash });
  for (const file of walked) await collector.take(file);
  const collected = collector.finish();
  await collectHistory(gitHistory(folder.path, new AbortController().signal), root, collected, hash);
  return collected.secrets.map(({ rule, path, line, commit: by }) => ({ rule, path, line, ...(by && { commit: by }) }));
}

describe('the history of a repository', () => {
  it('tells what files no longer have, with the commit that added it, each once', async () => {
    repository.git('init', '-q', '-b', 'main', '.');
    const added = repository.commit({ 'old/keys.txt': `a\nb\nTOKEN=${first}\n`, 'app.env': 'PORT=1\n' });
    repository.commit({ 'old/keys.txt': `new first line\na\nb\nTOKEN=${first}\n`, 'app.env': `PORT=1\nSTRIPE=${second}\n` });
    repository.remove('old');
    repository.commit({ 'app.env': `PORT=2\nSTRIPE=${second}\n` });
    expect(await seen()).toEqual([
      { rule: 'secret-stripe-secret-key', path: 'app.env', line: 2 },
      { rule: 'secret-github-pat', path: 'old/keys.txt', line: 3, commit: added },
    ]);
  });

  it('is followed however the stream is cut', () => {
    const log = Buffer.from(
      `\0${'a'.repeat(40)}\n\ndiff --git a/x.env b/x.env\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/x.env\n@@ -0,0 +1,2 @@\n+A=1\n+GH=${first}\n`,
    );
    for (const size of [1, 7, 64, 4096]) {
      const lines: number[] = [];
      const search = new HistorySearch(String, ({ line }) => lines.push(line));
      for (let at = 0; at < log.length; at += size) search.add(log.subarray(at, at + size));
      search.finish();
      expect(lines).toEqual([2]);
    }
  });
});
