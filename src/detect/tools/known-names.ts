import { dataFile } from '../../support/data-file.js';

/** Servers that many people run; a name one step away is taken for them. */
export const KNOWN_SERVERS = dataFile('known-server-names.txt');

/** Words of which common tool names are made; a digit or foreign letter inside them imitates. */
export const KNOWN_WORDS = dataFile('known-tool-words.txt');
