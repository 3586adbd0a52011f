import { plural } from '../../../support/listing.js';
import type { Check } from '../check.js';
import { pasted } from '../pasted.js';

export const settings: Check = {
  id: 'settings',
  about: 'which settings hold and where each was given; values that make no sense',
  of: 'user',
  run({ given, wrong }) {
    const details = given.map(({ key, where, shown }) => `${key} = ${shown}  (${where})`);
    const [first] = wrong;
    if (first === undefined)
      return { state: 'ok', text: `${plural(given.length, 'setting')} given, all others have their default`, details };
    const [text = '', hint = ''] = first.line.split('\n');
    const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : '';
    const fix = /^[A-Z_]+$/.test(first.where)
      ? `unset ${wrong.map(({ where }) => pasted(where)).join(' ')}`
      : hint.trim() || 'correct that line';
    return { state: 'fail', text: `${text}${more}`, fix, details: [...wrong.map(({ line }) => line.replace(/\n\s*/g, ': ')), ...details] };
  },
};
