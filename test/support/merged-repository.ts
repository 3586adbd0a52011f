import { execFileSync } from './programs.js';
import { projectFolder, writeTree } from './project-folder.js';

type Files = Readonly<Record<string, string>>;

/** A repository whose HEAD merges a branch that brings some files into `base`, which has others. */
export function mergedRepository(files: Files, brings: Files = { 'notes.txt': 'x' }): { folder: string; merge: string; base: string } {
  const folder = projectFolder(files);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: folder, encoding: 'utf8' }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'main');
  const base = git('rev-parse', 'HEAD');
  git('checkout', '-qb', 'topic');
  writeTree(folder, brings);
  git('add', '.');
  git('commit', '-qm', 'topic');
  git('checkout', '-q', 'main');
  git('merge', '-q', '--no-ff', '-m', 'merge', 'topic');
  return { folder, merge: git('rev-parse', 'HEAD'), base };
}
