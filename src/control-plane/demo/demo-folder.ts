import { join } from 'node:path';
import { OperationalError, UsageError } from '../../support/errors.js';
import { makePrivateFolder } from '../../system/make-folder.js';
import { changeText, makeScratchFolder, namesIn, removeScratchFolder } from '../../system/scratch-folder.js';
import { readSecretFile, secretFiles } from '../../system/secret-files.js';

/** Says that the folder was made for a demo, and whether its estate is whole. */
const MARK = 'demo.json';
const BEGUN = '{ "demo": "begun" }\n';
const WHOLE = '{ "demo": "whole" }\n';

/** The data folder of a demo. */
export interface DemoFolder {
  path: string;
  /** True: an earlier demo has made its estate here. */
  isWhole: boolean;
  markWhole(): void;
  /** Removes the folder if it was made for this run alone. */
  drop(): void;
}

/**
 * The folder of a demo: a new one among the system's temporary files, or the one that `given` names. Throws UsageError for a folder that
 * holds anything else, so that a demo never mixes with real data, and OperationalError for one whose estate was not finished.
 */
export function demoFolder(given: string | undefined): DemoFolder {
  const path = given ?? makeScratchFolder('castellan-demo');
  const drop = () => {
    if (given === undefined) removeScratchFolder(path);
  };
  const isWhole = namesIn(path).length > 0 && requireDemo(path);
  makePrivateFolder(path);
  const mark = join(path, MARK);
  secretFiles.readOrCreate(mark, () => BEGUN);
  return { path, isWhole, markWhole: () => changeText(mark, () => WHOLE), drop };
}

function requireDemo(path: string): true {
  if (!namesIn(path).includes(MARK))
    throw new UsageError({ where: '--data', message: `${path} holds something that no demo made`, hint: 'name a new or empty folder' });
  if (readSecretFile(join(path, MARK)) === WHOLE) return true;
  throw new OperationalError({ where: path, message: 'the demo in it was not finished', hint: 'remove the folder, or name another one' });
}
