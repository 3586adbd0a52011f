import type { FormatScanner } from '../contract/format.js';
import { npyScanner } from '../pickle/npy.js';
import { compressedScanners } from './compressed.js';
import { executableScanner } from './executable.js';
import { sevenZipScanner } from './seven-zip.js';
import { tarScanner } from './tar.js';
import { zipScanner } from './zip.js';

/** Scanners of archives, compressed files, array files and executables. */
export const containerScanners: readonly FormatScanner[] = [
  zipScanner,
  tarScanner,
  ...compressedScanners,
  sevenZipScanner,
  npyScanner,
  executableScanner,
];
