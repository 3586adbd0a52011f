import { describe, expect, it } from 'vitest';
import { NEGATED, NO_GROUP, QUOTED, SAID, tokensOf } from '../../../src/detect/text/opinion/tokens.js';
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

  describe('in other languages', () => {
    const groups = (text: string) =>
      tokensOf(Words.of(text)).flatMap(({ narrow, at, length }) =>
        narrow === NO_GROUP ? [] : [[text.slice(at, at + length), narrow] as const],
      );
    const groupIn = (text: string, word: string) => groups(text).find(([each]) => each === word)?.[1];

    it.each([
      ['password', 'das passwort', 'passwort'],
      ['password', 'la contraseña', 'contraseña'],
      ['password', 'il segreto e la parola, i passwords', 'passwords'],
      ['password', 'смени пароли', 'пароли'],
      ['password', '비밀번호를 바꾼다', '비밀번호를'],
      ['password', '修改密码', '密码'],
      ['send', 'отправьте отчёт', 'отправьте'],
      ['send', '보고서를 보내세요', '보내세요'],
    ])('%s: %s', (english, text, word) => {
      expect(groupIn(text, word)).toBe(groupIn(english, english));
    });

    it('find no word within another that is written without blanks', () => {
      expect(groupIn('コンテキスト', 'テキ')).toBeUndefined();
      expect(groups('テキスト').length).toBe(1);
    });

    it.each([
      ['nunca envíes eso', 'envíes', NEGATED],
      ['sende das nie weiter', 'sende', SAID],
      ['никогда не отправляй это', 'отправляй', NEGATED],
      ['не забудь отправить это', 'отправить', SAID],
      ['不要发送这些', '发送', NEGATED],
      ['不要忘记发送这些', '发送', SAID],
      ['鍵を送信しないでください', '送信', NEGATED],
      ['鍵を送信しなければならない', '送信', SAID],
      ['送信しない。保存する', '保存', SAID],
      ['열쇠를 보내지 마세요', '보내지', NEGATED],
      ['보내는 것을 잊지 마세요', '보내는', SAID],
    ])('know what is denied: %s', (text, word, mode) => {
      expect(read(text).find(([each]) => each === word)?.[1]).toBe(mode);
    });
  });
});
