import { renderOptions } from '../../terminal/terminal.js';
import type { Check } from '../check.js';

export const terminal: Check = {
  id: 'terminal',
  about: 'what is drawn here: colour, signs, width',
  of: 'user',
  run({ context: { environment }, settings }) {
    const { colour, unicode, width, theme } = renderOptions(environment, process.stdout, settings);
    return {
      state: 'ok',
      text: `${colour ? `colour for a ${theme} ground` : 'no colour'}, ${unicode ? 'Unicode' : 'ASCII'} signs, ${width} columns`,
    };
  },
};
