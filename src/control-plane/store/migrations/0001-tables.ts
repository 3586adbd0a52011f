import { everyone } from './0001-everyone.js';
import { identity } from './0001-identity.js';
import { knowledge } from './0001-knowledge.js';
import { runtime } from './0001-runtime.js';
import { work } from './0001-work.js';

/** Everything the first migration makes. It stays as it is; what changes later is a later migration's. */
export const initialSchema = { ...everyone, ...identity, ...work, ...knowledge, ...runtime };
