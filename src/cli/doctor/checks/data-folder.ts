import type { Check } from '../check.js';
import { folderState } from '../folder-state.js';

export const dataFolder: Check = {
  id: 'data-folder',
  about: 'the folder for data: there, writable, private, yours, with room',
  of: 'user',
  run: ({ paths }) => folderState(paths.data),
};
