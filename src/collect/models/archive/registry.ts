import { executableScanner } from '../executable.js';
import type { FormatScanner } from '../format.js';
import { npyScanner } from '../npy.js';
import { compressedScanners } from './compressed.js';
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
