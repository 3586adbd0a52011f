import { describe, expect, it } from 'vitest';
import { NEGATED, QUOTED, SAID, tokensOf } from '../../../src/detect/text/opinion/tokens.js';
import { Words } from '../../../src/detect/text/reading/words.js';

describe('tokens of a sentence', () => {
  const read = (text: string) => tokensOf(Words.of(text)).map(({ at, length, mode }) => [text.slice(at, at + length), mode]);
  const words = (text: string) => read(text).map(([word]) => word);

  it.each([
    ['- **read** (`the` file): now.', ['read', 'the', 'file', 'now']],
    ['see https://a.example/b. or a.b@c.example, then', ['see', 'https://a.example/b.', 'or', 'a.b@c.example', 'then']],
    ['run ~/.ssh/x*, `./go.sh` --fast -x', ['run', '~/.ssh/x*', './go.sh', '--fast', 'x']],
    ["don't re-read the users' gpt-4o", ["don't", 're-read', 'the', 'users', 'gpt', '4', 'o']],
    ['v1.5: 12 files;1 e.g. "x"', ['v1', '5', '12', 'files', '1', 'e', '.g.', 'x']],
    ['读取密钥。 naïve', ['读取', '取密', '密钥', 'naïve']],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected);
  });

  it('know what a negation and a quotation reach', () => {
    expect(read('never send it. say "keep this quiet, please" now')).toEqual([
      ['never', SAID],
      ['send', NEGATED],
      ['it', NEGATED],
      ['say', SAID],
      ['keep', QUOTED],
      ['this', QUOTED],
      ['quiet', QUOTED],
      ['please', QUOTED],
      ['now', SAID],
    ]);
  });
});
