/**
 * Runs every script of package.json whose name begins with the given one and a colon, as many at once as there are processors; what
 * one says is printed when it is through.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { execa } from 'execa';

const [group = ''] = process.argv.slice(2);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const waiting = Object.entries(scripts)
  .filter(([name]) => name.startsWith(`${group}:`))
  .values();

async function work(): Promise<void> {
  for (const [name, command] of waiting) {
    const { exitCode, all } = await execa(command, { shell: true, preferLocal: true, all: true, reject: false });
    process.stdout.write(`${exitCode === 0 ? 'ok' : 'failed'}: ${name}\n${all === '' ? '' : `${all}\n`}`);
    if (exitCode !== 0) process.exitCode = 1;
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
