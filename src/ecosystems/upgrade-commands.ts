import type { Component } from '../model/component.js';
import type { CollectorOutcome } from '../model/outcome.js';
import { ecosystemOf } from './registry.js';
import { withVersion } from './runners.js';

/** Reader ids by the paths of the files they have read: the reader knew whose file it is, its name alone may not say (`yarn.lock`). */
export function readersByPath(collectors: readonly CollectorOutcome[]): ReadonlyMap<string, string> {
  return new Map(collectors.map(({ id, target }) => [target, id]));
}

/** Commands that upgrade components, each of the tool that wrote a file the component was found in. */
export class UpgradeCommands {
  private readonly readers: ReadonlyMap<string, string>;

  constructor(collectors: readonly CollectorOutcome[]) {
    this.readers = readersByPath(collectors);
  }

  /** The command of the first file whose tool has one of its own, else the ecosystem's usual one; undefined where there is none. */
  of({ ecosystem, name, locations }: Component, version: string): string | undefined {
    // What somebody asked about by a runner's command is run, not installed: its place is the command.
    const run = locations.flatMap(({ path }) => withVersion(path, name, version) ?? [])[0];
    if (run !== undefined) return run;
    const { upgradeCommand } = ecosystemOf(ecosystem) ?? {};
    const usual = upgradeCommand?.(name, version);
    const stated = locations.map(({ path }) => upgradeCommand?.(name, version, this.readers.get(path)));
    return stated.find((command) => command !== usual) ?? usual;
  }
}
