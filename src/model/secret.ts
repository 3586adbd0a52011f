import type { Confidence } from './finding.js';
import type { Severity } from './severity.js';

/** A secret that was seen, without its value. What a rule says of it is in `detect/secrets`. */
export interface SecretSighting {
  rule: string;
  path: string;
  /** Of the value's first character; of a key in several lines its header. */
  line: number;
  /** `ghp_…(40)`: at most four characters of a public prefix, and the length. */
  masked: string;
  /** Keyed by a key of this run, in images of the folder that keeps their layers: equal values have equal hashes, and nobody outside of the run can compute one. Never exported. */
  valueHash: string;
  /** What the structure says: its checksum holds, its outline fits, or only name and shape speak for it. */
  proof: 'checksum' | 'structure' | 'shape' | 'name';
  severity: Severity;
  confidence: Confidence;
  /** Name of the variable, key or header, where it has one. */
  name?: string;
  /** Of an image: index of the layer, and whether a higher layer deletes the file. */
  layer?: number;
  deleted?: true;
  /** For `image` of locations. */
  image?: string;
  /** Inside of an archive. */
  inner?: string;
  /** Of git history: the commit that added it. */
  commit?: string;
}
