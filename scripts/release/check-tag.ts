/**
 * `tsx scripts/release/check-tag.ts v1.2.3` throws unless every file that names the version names this one, and the changelog has its part.
 * Prints the version without its v.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { notesOf } from './changelog.js';

const [tag = ''] = process.argv.slice(2);
const [, version] = /^v(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/.exec(tag) ?? [];
if (version === undefined) throw new Error(`${tag || 'nothing'} is no tag of a release; one is v1.2.3 or v1.2.3-rc.1`);
const read = (path: string) => readFileSync(path, 'utf8');
const lock = JSON.parse(read('package-lock.json'));
const chart = parse(read('deploy/helm/castellan/Chart.yaml'));
const named: Readonly<Record<string, string>> = {
  'package.json': JSON.parse(read('package.json')).version,
  'package-lock.json': lock.version,
  'package-lock.json (packages)': lock.packages[''].version,
  'deploy/helm/castellan/Chart.yaml (version)': chart.version,
  'deploy/helm/castellan/Chart.yaml (appVersion)': chart.appVersion,
};
const wrong = Object.entries(named).filter(([, one]) => one !== version);
if (wrong.length > 0) throw new Error(`${tag}: ${wrong.map(([path, one]) => `${path} says ${one}`).join(', ')}`);
notesOf(read('CHANGELOG.md'), version);
console.log(version);
