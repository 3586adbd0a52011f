/** Runs every script `lint:*` of package.json, as many at once as there are processors; what one says is printed when it is through. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { execa } from 'execa';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const waiting = Object.entries(scripts)
  .filter(([name]) => name.startsWith('lint:'))
  .values();

async function work(): Promise<void> {
  for (const [name, command] of waiting) {
    const { exitCode, all } = await execa(command, { shell: true, preferLocal: true, all: true, reject: false });
    process.stdout.write(`${exitCode === 0 ? 'ok' : 'failed'}: ${name}\n${all === '' ? '' : `${all}\n`}`);
    if (exitCode !== 0) process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
