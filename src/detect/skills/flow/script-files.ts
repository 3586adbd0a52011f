import type { Value } from './value.js';

/** What a publishing program signs in with, which it never packs. */
const LOGINS = /(?:^|\/)\.(?:npmrc|pypirc|yarnrc\.yml)$/;

/**
 * Content of the files that a script has written or copied, by path; a program is found by its name, whatever its
 * folder.
 */
export class ScriptFiles {
  private readonly contents = new Map<string, Value>();
  private readonly byName = new Map<string, string>();

  get(path: string): Value | undefined {
    return this.contents.get(path);
  }

  set(path: string, content: Value): void {
    this.contents.set(path, content);
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!this.byName.has(name)) this.byName.set(name, path);
  }

  /** Content of the files in the folder that the script works in. */
  relative(): Value[] {
    return [...this.contents].flatMap(([path, value]) => (/^(?:[~/$]|\uFFFC|-)|^\w:/.test(path) || LOGINS.test(path) ? [] : [value]));
  }

  /** The first file written under a name. */
  named(name: string): { path: string; content: Value } | undefined {
    const path = this.byName.get(name);
    const content = path === undefined ? undefined : this.contents.get(path);
    return path === undefined || content === undefined ? undefined : { path, content };
  }
}
