import { dataFile } from '../../support/data-file.js';

/** Popular servers; a name one step away is mistaken for them. */
export const KNOWN_SERVERS = dataFile('known-server-names.txt');

/** Words that common tool names consist of; a digit or foreign letter in one imitates it. */
export const KNOWN_WORDS = dataFile('known-tool-words.txt');
