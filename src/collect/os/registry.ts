import type { LockfileReader } from '../reader.js';
import { apk } from './apk.js';
import { dpkg } from './dpkg.js';
import { rpm } from './rpm.js';

/** Readers of the package databases of operating systems. */
export const osReaders = [dpkg, apk, rpm] as const satisfies readonly LockfileReader[];
