import { dataFile } from '../../support/data-file.js';
import { namesThat } from '../../support/data-table.js';

/** Words by what they indicate about a tool, in lower case, singular. Data of `capabilities.ts`. */
const entries = dataFile('tool-words.tsv');
const that = (meaning: string): ReadonlySet<string> => namesThat(meaning, entries);

/** Verbs that return data. */
export const READS = that('reads');

/** Verbs that create or change state. */
export const WRITES = that('writes');

/** Acts that are hard to undo. */
export const DESTROYS = that('destroys');

/** Remote services, as the names of tools and servers spell them. */
export const SERVICES = that('services');

/** Things on this machine; they outweigh the name of a service beside them. */
export const LOCAL = that('local');

/** Data that is not public. */
export const PRIVATE = that('private');

/** Text that outsiders can write. */
export const UNTRUSTED = that('untrusted');

/** Values that give access. */
export const CREDENTIALS = that('credentials');

/** Services whose data belongs to one customer or company: data read there is private unless stated otherwise. */
export const TENANT_SERVICES = that('tenant-services');

/** Services that anybody may write to. */
export const OPEN_SERVICES = that('open-services');

/** Words of a description which say that outsiders write what is returned. */
export const UNTRUSTED_SPOKEN = that('untrusted-spoken');

/** Words of a description which say that the data is not public. */
export const PRIVATE_SPOKEN = that('private-spoken');

/** Words that are nouns at least as often as verbs. */
export const AMBIGUOUS = that('ambiguous');
