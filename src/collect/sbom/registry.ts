import type { LockfileReader } from '../reader.js';
import { cyclonedxJson } from './cyclonedx-json.js';
import { cyclonedxXml } from './cyclonedx-xml.js';
import { spdxJson } from './spdx-json.js';
import { spdxTagValue } from './spdx-tag-value.js';

/**
 * Readers of software bills of materials. They share file names; `sniff` decides, and the last one accepts JSON that is
 * neither format.
 */
export const sbomReaders = [spdxJson, spdxTagValue, cyclonedxXml, cyclonedxJson] as const satisfies readonly LockfileReader[];
