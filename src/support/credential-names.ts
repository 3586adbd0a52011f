import { wordsOfName } from './name-words.js';

const ENDS_SO = /(?:key|token|secret|password|passwd|credentials?|database_?url|connection_?string)$/i;
const SHORT_WORDS = new Set(['pat', 'auth', 'dsn']);
const NO_CREDENTIAL = /public_?key$|publishable|max_?tokens?|(?:primary|sort|partition|cache|foreign)_?key$|monkey$|keyboard$/i;

/** True for a name of a variable or header that suggests a credential. */
export function namesCredential(name: string): boolean {
  const plain = name.replaceAll('-', '_');
  if (NO_CREDENTIAL.test(plain)) return false;
  return ENDS_SO.test(plain) || SHORT_WORDS.has(wordsOfName(name).at(-1) ?? '');
}
