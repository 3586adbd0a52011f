import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { environment, execFileSync } from './programs.js';
import { writeTree } from './project-folder.js';
import { temporaryFolder } from './spawn-cli.js';

/** A real repository; nothing of whoever runs the test is configured in it. */
export class GitRepository {
  constructor(readonly path: string) {}

  git(...args: string[]): string {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', '-c', 'protocol.file.allow=always'];
    const env = environment({ GIT_CONFIG_NOSYSTEM: '1' });
    return execFileSync('git', [...who, ...args], { cwd: this.path, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .toString()
      .trim();
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    writeTree(this.path, files);
  }

  remove(path: string): void {
    rmSync(join(this.path, path), { recursive: true });
  }

  /** Writes the files and commits everything; returns the commit's name. */
  commit(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
    this.write(files);
    this.git('add', '-A');
    this.git('commit', '-q', '--allow-empty', '-m', 'change');
    return this.git('rev-parse', 'HEAD');
  }
}

/** An empty repository with the branch main, removed when the test ends. */
export function gitRepository(): GitRepository {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  const made = new GitRepository(folder.path);
  made.git('init', '-q', '-b', 'main', '.');
  return made;
}
