import type { Check } from '../check.js';

export const configuration: Check = {
  id: 'configuration',
  about: 'castellan.yaml of this folder, and what is wrong in it',
  of: 'user',
  run({ configuration: { path, problem } }) {
    if (problem !== undefined) {
      const [text = '', ...hint] = problem.split('\n');
      return { state: 'fail', text, fix: hint.join(' ').trim() || 'correct that line; docs/configuration.md lists every key' };
    }
    return { state: 'ok', text: path === undefined ? 'no castellan.yaml here; the defaults hold' : `${path} is read` };
  },
};
