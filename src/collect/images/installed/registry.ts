import type { InstalledReader } from '../contract/installed-reader.js';
import { systemReaders } from './system.js';

/** Every reader of what installers leave behind; the system's first, because their packages own files. */
export const installedReaders: readonly InstalledReader[] = [...systemReaders];
