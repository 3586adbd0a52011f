import type { IacValue } from '../../../model/iac.js';
import { iacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, askText, failIf, not } from '../contract/values.js';
import { dockerStages } from '../views/dockerfile.js';
import { hasFlag, isRemote, sourcesOf } from './sources.js';

/** Archives that ADD unpacks. */
const ARCHIVE = /\.(?:tar|tgz|tbz2?|txz|tzst|tar\.(?:gz|bz2|xz|zst|lzma))$/i;

export const addInsteadOfCopy = iacRule({
  id: 'dockerfile-add-instead-of-copy',
  formats: ['dockerfile'],
  title: 'ADD where COPY would do',
  severity: 'low',
  confidence: 'high',
  rationale: 'ADD unpacks archives and fetches addresses, which is more than copying a file asks for.',
  fix: 'Write COPY instead of ADD.',
  references: ['https://docs.docker.com/build/building/best-practices/#add-or-copy'],
  view: dockerStages,
  *check(stage) {
    for (const add of stage.all('ADD')) {
      const sources = sourcesOf(add);
      if (sources.length === 0 || hasFlag(add, 'checksum')) continue;
      yield failIf(any(sources.map(isPlain), add.at), { at: add.at, evidence: add.text, fix: add.text.replace(/^ADD/, 'COPY') });
    }
  },
});

function isPlain(source: IacValue): Answer {
  const part = (pieces: readonly (string | null)[]) => {
    const last = pieces.at(-1);
    return typeof last === 'string' && /\.\w+$/.test(last) ? ARCHIVE.test(last) : undefined;
  };
  const archive = askText(source, { whole: (text) => ARCHIVE.test(text), part }, { is: false, at: source.at });
  return all([not(isRemote(source)), not(archive)], source.at);
}
