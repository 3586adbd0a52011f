import type { Detector } from './detector.js';
import { knownMalicious } from './malicious/known.js';
import { suspiciousPackages } from './malicious/signals.js';
import { vulnerabilities } from './vulnerabilities/detector.js';

/** Every family of findings over packages. */
export const detectors = [vulnerabilities, knownMalicious, suspiciousPackages] as const satisfies readonly Detector[];
