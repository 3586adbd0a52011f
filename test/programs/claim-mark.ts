import { setTimeout as wait } from 'node:timers/promises';
import { claimMark } from '../../src/runtime/evidence/process-mark.js';

// `claim-mark.ts PATH TIME`: claims a mark at that time (milliseconds since 1970), says whether it has it, and keeps it until its input ends.
const [path = '', time = '0'] = process.argv.slice(2);
process.stdout.write('ready\n');
await wait(Math.max(0, Number(time) - Date.now() - 5));
while (Date.now() < Number(time));
process.stdout.write(claimMark(path) ? 'has it\n' : 'has it not\n');
process.stdin.resume();
