import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { didYouMean } from '../support/suggest.js';

/** What other tools call our formats. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  table: 'console',
  text: 'console',
  txt: 'console',
  md: 'markdown',
  cdx: 'cyclonedx',
  'spdx-json': 'spdx',
  'cyclonedx-json': 'cyclonedx',
  vex: 'openvex',
  xml: 'junit',
};

/** The format that a word names, in any case. Throws UsageError with the command's formats and the likely one. */
export function knownFormat(word: string, known: readonly string[], command?: string): string {
  const wanted = word.toLowerCase();
  if (known.includes(wanted)) return wanted;
  const other = known.find((format) => format === OTHER_NAMES[wanted]);
  const likely = other === undefined ? didYouMean(word, known) : `, did you mean "${other}"?`;
  throw new UsageError({
    where: '--format',
    message: `unknown format "${quote(word, 40)}"${command === undefined ? '' : ` for ${command}`}${likely}`,
    hint: `formats: ${known.join(', ')}`,
  });
}
