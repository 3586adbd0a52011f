import type { Setting } from '../../../config/setting.js';
import { settings } from '../../../config/settings.js';
import { firstOf } from '../../../support/listing.js';
import type { Check } from '../check.js';

export const aliases: Check = {
  id: 'aliases',
  about: 'settings that are given twice, as SERVICE_X and as CASTELLAN_X',
  of: 'user',
  run({ context: { environment } }) {
    const names = Object.values(settings).flatMap((setting: Setting) => setting.env ?? []);
    const twice = names.filter((name) => environment[`SERVICE_${name}`] && environment[`CASTELLAN_${name}`]);
    if (twice.length === 0) return { state: 'ok', text: 'no setting is given twice' };
    const differ = twice.filter((name) => environment[`SERVICE_${name}`] !== environment[`CASTELLAN_${name}`]);
    const fix = `unset ${twice.map((name) => `CASTELLAN_${name}`).join(' ')}`;
    if (differ.length === 0) return { state: 'note', text: `given twice, with one value: ${firstOf(twice, 3)}`, fix };
    return { state: 'warn', text: `given twice with two values, SERVICE_ holds: ${firstOf(differ, 3)}`, fix };
  },
};
