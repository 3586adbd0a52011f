import { mix } from '../reading/hash.js';

/** A feature is a number of so many bits: with fewer, features that say different things would be one. */
export const FEATURE_BITS = 24;
const MASK = (1 << FEATURE_BITS) - 1;

/** Most features of a sentence, and places for them: so many that few are taken. All are written over by the next sentence. */
const MOST_FEATURES = 4096;
const PLACES = 1 << 14;

/** Collects features without repeats; the same memory, which fits a processor's cache, serves one sentence after the other. */
export class Collector {
  /** For each place, the feature there and the sentence that put it there. */
  private readonly kept = new Int32Array(PLACES);
  private readonly keptIn = new Uint32Array(PLACES);
  private readonly found = new Int32Array(MOST_FEATURES);
  private sentence = 0;
  private count = 0;

  start(): void {
    this.sentence++;
    this.count = 0;
  }

  readonly add = (salt: number, value: number): void => {
    const feature = mix(salt, value) & MASK;
    if (this.count === MOST_FEATURES) return;
    let place = feature & (PLACES - 1);
    while (this.keptIn[place] === this.sentence) {
      if (this.kept[place] === feature) return;
      place = (place + 1) & (PLACES - 1);
    }
    this.kept[place] = feature;
    this.keptIn[place] = this.sentence;
    this.found[this.count++] = feature;
  };

  /** Valid until the next start. */
  get features(): Int32Array {
    return this.found.subarray(0, this.count);
  }
}
