import { writeSync } from 'node:fs';
import { complete } from './completion/candidates.js';
import { wireOf } from './completion/wire.js';

/*
 * Where the program starts for a shell that completes a word: `castellan complete -- WORDS`. A person waits at each key, so it loads next to
 * nothing. Whatever goes wrong, a shell is told nothing: a message would end up in the middle of what is being typed.
 */

void main();

async function main(): Promise<void> {
  try {
    const [bar, ...rest] = process.argv.slice(3);
    // PowerShell hands empty words over to no program: it says the last word apart.
    const apart = bar?.startsWith('--word=') ? [bar.slice('--word='.length)] : [];
    const typed = [...rest, ...apart];
    const completion = await complete(typed, { environment: process.env, cwd: process.cwd() });
    writeSync(1, wireOf(completion));
  } catch {
    // Nothing to offer.
  }
}
