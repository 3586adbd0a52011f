import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa, environment as ownVariables, spawnSync } from './programs.js';
import { programPath, projectRoot, temporaryFolder } from './spawn-cli.js';

/** A line of a shell in a page, in which the program is run. */
export interface DocCommand {
  /** 1-based line of the page. */
  line: number;
  /** Without its comment; a command over several lines is one. */
  command: string;
}

/** Lines of the page's `sh` blocks that run the program, in their order. */
export function docCommands(page: string): DocCommand[] {
  const text = readFileSync(join(projectRoot, page), 'utf8');
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].flatMap((block) => {
    const first = text.slice(0, block.index).split('\n').length + 1;
    const lines = (block[2] ?? '').replace(/\\\n\s*/g, (joint) => `\u0000${joint.length}`).split('\n');
    let at = first;
    return lines.flatMap((line): DocCommand[] => {
      const here = at;
      at += 1 + line.split('\u0000').length - 1;
      const command = line
        .replace(/\u0000\d+/g, ' ')
        .replace(/(^|\s)#\s.*$/, '')
        .trim();
      return /(?:^|[\s|;(])castellan\s/.test(command) ? [{ line: here, command }] : [];
    });
  });
}

/** What a page says is tried, and with what: in a project that depends on one package, about which there is nothing to say. */
export interface PageWalk {
  page: string;
  /** Puts there what the page takes for granted. */
  prepare?(place: WalkPlace): void;
  /** Exit code by command, where it is not 0. */
  exits?: Readonly<Record<string, number>>;
  /** By command, why it is not run here. */
  notHere?: Readonly<Record<string, string>>;
  environment?(place: WalkPlace): Record<string, string>;
}

/** Where a page is walked: a project, a home, and an advisory database of its own. */
export interface WalkPlace {
  project: string;
  home: string;
}

export interface WalkedCommand extends DocCommand {
  code: number;
  /** What it said, to read when it ended in another way. */
  said: string;
}

/** A lockfile of npm with one package. */
function lockOf(name: string, version: string): string {
  const packages = {
    '': { dependencies: { [name]: version } },
    [`node_modules/${name}`]: { version, license: 'MIT', resolved: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz` },
  };
  return JSON.stringify({ name: 'project', lockfileVersion: 3, packages }, undefined, 2);
}

/** True where the shell that pages are written for is there. */
export const hasBash = spawnSync('bash', ['--version']).status === 0;

/** Runs every command of the page that can be run here, one after the other in one project, as a reader would. */
export async function walkPage({ page, prepare, notHere = {}, environment }: PageWalk): Promise<WalkedCommand[]> {
  const folder = temporaryFolder();
  try {
    const place = { project: join(folder.path, 'project'), home: join(folder.path, 'home') };
    const programs = join(folder.path, 'bin');
    for (const each of Object.values({ ...place, programs })) mkdirSync(each);
    writeFileSync(join(place.project, 'package-lock.json'), lockOf('isarray', '2.0.5'));
    writeFileSync(join(programs, 'castellan'), `#!/bin/sh\nexec "${process.execPath}" "${programPath}" "$@"\n`);
    chmodSync(join(programs, 'castellan'), 0o755);
    prepare?.(place);
    const env = { HOME: place.home, PATH: `${programs}:${ownVariables().PATH}`, ...environment?.(place) };
    const run = async (command: string) => {
      const { exitCode, all } = await execa('bash', ['--noprofile', '--norc', '-c', command], {
        cwd: place.project,
        env,
        all: true,
        reject: false,
        stdin: 'ignore',
      });
      return { code: exitCode ?? 128, said: String(all).slice(-2000) };
    };
    await run(`castellan db update --from "${join(projectRoot, 'fixtures/feeds')}"`);
    const walked: WalkedCommand[] = [];
    for (const each of docCommands(page)) if (notHere[each.command] === undefined) walked.push({ ...each, ...(await run(each.command)) });
    return walked;
  } finally {
    folder.dispose();
  }
}
