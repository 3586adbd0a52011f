import { writeFileSync } from 'node:fs';
import { hostileFrames } from '../test/support/hostile-frames.js';

// Writes the corpus of frames that relays are tested with; its test fails where the file is not what this writes.
const lines = hostileFrames().map(({ name, from, outcome, bytes }) =>
  JSON.stringify({ name, from, outcome, bytes: bytes.toString('base64') }),
);
writeFileSync('fixtures/runtime/hostile-frames.jsonl', `${lines.join('\n')}\n`);
