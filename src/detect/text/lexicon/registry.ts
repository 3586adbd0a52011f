import { ar } from './ar.js';
import type { Lexicon } from './concepts.js';
import { cues } from './cues.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { hi } from './hi.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { pt } from './pt.js';
import { ru } from './ru.js';
import { zh } from './zh.js';

/** Every language whose orders are understood, and what is the same in all. */
export const lexica: readonly Lexicon[] = [en, zh, ru, es, de, ja, fr, pt, ko, it, ar, hi, cues];
