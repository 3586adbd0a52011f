import { dataFile } from '../../support/data-file.js';
import { namesThat } from '../../support/data-table.js';

/** Words by what they say of a tool, lower case, singular. Data of `capabilities.ts`. */
const entries = dataFile('tool-words.tsv');
const that = (meaning: string): ReadonlySet<string> => namesThat(meaning, entries);

/** Verbs that return data. */
export const READS = that('reads');

/** Verbs that create or change state. */
export const WRITES = that('writes');

/** Acts that are hard to undo. */
export const DESTROYS = that('destroys');

/** Services that are reached over the network, as tools and servers name them. */
export const SERVICES = that('services');

/** Things that stay on this machine; they outweigh a service's word that happens to stand beside them. */
export const LOCAL = that('local');

/** Data that is not public. */
export const PRIVATE = that('private');

/** Text that outsiders can write. */
export const UNTRUSTED = that('untrusted');

/** Values that open doors. */
export const CREDENTIALS = that('credentials');

/** Services whose data belongs to one customer or company: what is read there is private unless said otherwise. */
export const TENANT_SERVICES = that('tenant-services');

/** Services anybody may write to. */
export const OPEN_SERVICES = that('open-services');

/** Words of a description that say outsiders write what is returned. */
export const UNTRUSTED_SPOKEN = that('untrusted-spoken');

/** Words of a description that say the data is not public. */
export const PRIVATE_SPOKEN = that('private-spoken');

/** Words that are nouns at least as often as verbs. */
export const AMBIGUOUS = that('ambiguous');
