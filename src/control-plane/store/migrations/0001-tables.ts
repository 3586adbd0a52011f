import { everyone } from './0001-everyone.js';
import { identity } from './0001-identity.js';
import { knowledge } from './0001-knowledge.js';
import { runtime } from './0001-runtime.js';
import { work } from './0001-work.js';

/** Everything that the first migration creates. It never changes; later changes are later migrations. */
export const initialSchema = { ...everyone, ...identity, ...work, ...knowledge, ...runtime };
