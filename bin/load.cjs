'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');
const { codeFolder, readCode, writeCode } = require('./code-cache.cjs');

/** Such a name changes with the script's content, so that code of another build is never taken for it. */
const HASHED = /-[0-9A-Z]{8}\.cjs$/;
/** Shorter scripts are compiled sooner than a file is read. */
const WORTHWHILE = 4096;
const HEAD = '(function (exports, require, module, __filename, __dirname) {';

/**
 * Runs a script of `folder` and, through its `require`, those that it needs, with code that V8 compiled in an earlier run of the
 * same command. That code lies where only who may change the scripts, or this user, can change it; V8 refuses that of another version
 * of itself or other settings. Looking for it must never keep a command from running.
 */
exports.load = function load(folder, entry, command = '') {
  const place = join(codeFolder(folder), `${process.version}-${process.arch}`, /^[a-z-]{2,20}$/.test(command) ? command : 'other');
  const [modules, missing] = [new Map(), new Map()];

  function run(name) {
    const filename = join(folder, name);
    const text = readFileSync(filename, 'utf8');
    const isKept = text.length >= WORTHWHILE && HASHED.test(name);
    const cachedData = isKept ? readCode(join(place, name)) : undefined;
    const script = new Script(`${HEAD}${text}\n})`, { filename, columnOffset: -HEAD.length, cachedData });
    if (isKept && script.cachedDataRejected !== false) missing.set(name, script);
    const module = { exports: {} };
    modules.set(name, module);
    script.runInThisContext()(module.exports, requireHere, module, filename, folder);
    return module.exports;
  }

  function requireHere(id) {
    if (!id.startsWith('./')) return require(id);
    const name = id.slice(2);
    return modules.get(name)?.exports ?? run(name);
  }

  process.once('exit', (status) => {
    // Not for a command that does not exist.
    if (status <= 1) for (const [name, script] of missing) writeCode(join(place, name), script.createCachedData());
  });
  return run(entry);
};
