import { quoteJson } from '../../quote.js';
import { emptyResult, type LockfileReader, type ReadResult, type SourceFile } from '../../reader.js';
import { isCoordinate } from '../entries/maven-coordinates.js';

/** Locks of one configuration each, as Gradle wrote them before version 6 (and until 7 on request). */
const PER_CONFIGURATION = /(?:^|\/)gradle\/dependency-locks\/([^/]+)\.lockfile$/;

/** Dependency locking of Gradle 4.8 and later, of projects, build scripts and settings. */
export const gradleLockfile: LockfileReader = {
  id: 'gradle-lockfile',
  title: 'gradle.lockfile, buildscript-gradle.lockfile, settings-gradle.lockfile, gradle/dependency-locks/*.lockfile',
  ecosystem: 'Maven',
  kind: 'lock',
  matches: (path) => /(?:^|\/)(?:[^/]+-)?gradle\.lockfile$/.test(path) || PER_CONFIGURATION.test(path),
  recognises: (head) => head.includes('This is a Gradle generated file for dependency locking'),
  read: readGradleLockfile,
};

/**
 * Dependencies of build scripts and settings run on the developer's machine and build the product: neither dev nor
 * prod.
 */
const OF_BUILD = /(?:^|\/)(?:buildscript|settings)-[^/]+\.lockfile$/;

interface LockLine {
  coordinates: string;
  configurations: readonly string[];
  line: number;
}

function readGradleLockfile(file: SourceFile): ReadResult {
  const result = emptyResult();
  const text = file.text();
  const configuration = PER_CONFIGURATION.exec(file.path)?.[1];
  if (configuration !== undefined) result.members = ['../..'];
  let isWhole = configuration !== undefined && text.endsWith('\n');
  text.split('\n').forEach((content, index) => {
    const entry = content.trim();
    if (entry === '' || entry.startsWith('#')) return;
    if (entry.startsWith('empty=')) isWhole = true;
    else addLine(result, parseLine(entry, index + 1, configuration), OF_BUILD.test(file.path));
  });
  if (!isWhole && result.packages.length > 0)
    result.issues.push({ kind: 'unparsable', reason: 'the last line that Gradle writes is missing: it may be cut short', note: true });
  return result;
}

/** `group:name:version=configuration,…`; without configurations when the file is for a single one. */
function parseLine(entry: string, line: number, configuration: string | undefined): LockLine {
  if (configuration !== undefined) return { coordinates: entry, configurations: [configuration], line };
  const equals = entry.indexOf('=');
  if (equals === -1) return { coordinates: '', configurations: [], line };
  const names = entry.slice(equals + 1).split(',');
  return { coordinates: entry.slice(0, equals), configurations: names.map((name) => name.trim()), line };
}

function addLine(result: ReadResult, { coordinates, configurations, line }: LockLine, isOfBuild: boolean): void {
  const [group = '', name = '', version = '', ...more] = coordinates.split(':', 5);
  if (more.length > 0 || ![group, name, version].every(isCoordinate)) {
    const what = coordinates === '' ? 'a line' : quoteJson(coordinates);
    result.issues.push({ kind: 'invalid_entry', reason: `${what} is not of the form group:name:version=configurations`, line });
    return;
  }
  if (!configurations.every(isConfiguration))
    result.issues.push({ kind: 'invalid_entry', reason: `no usable list of configurations after ${quoteJson(coordinates)}`, line });
  result.packages.push({
    name: `${group}:${name}`,
    version,
    line,
    scope: isOfBuild ? 'unknown' : configurations.every(isForTests) ? 'dev' : 'prod',
    direct: null,
  });
}

/** Gradle's rules for configuration names; they also exclude a second entry run into this one. */
function isConfiguration(name: string): boolean {
  return /^[^\s\u0000-\u0020\u007f:=/\\<>"?*|]+$/.test(name);
}

/**
 * `testRuntimeClasspath`, `debugUnitTestCompileClasspath`, `androidTestUtil`, `integrationTest`: names that contain the
 * word Test.
 */
function isForTests(configuration: string): boolean {
  return /(?:^test|Test)(?![a-z])/.test(configuration);
}
