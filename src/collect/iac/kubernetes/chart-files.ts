import { InputError } from '../../../support/errors.js';
import { parseGitignore } from '../../gitignore.js';
import type { IacFiles } from '../contract/iac-reader.js';
import { ChartFiles } from './template/values.js';

/** Files of one chart, and folders within each other. */
const MAX_FILES = 5_000;
const MAX_DEPTH = 20;

/** What Helm reads as something other than a file for templates. */
const OWN = /^(?:Chart\.(?:yaml|lock)|values\.yaml|values\.schema\.json|templates\/.*|charts\/.*)$/s;

/** The files of a chart that `.Files` shows: no templates, no subcharts, and nothing that `.helmignore` names. */
export function chartFilesOf(files: IacFiles, folder: string): ChartFiles {
  return new ChartFiles(
    () => namesIn(files, folder),
    (name) => files.open(folder + name)?.bytes() ?? new Uint8Array(),
  );
}

function namesIn(files: IacFiles, folder: string): string[] {
  const rules = files.open(`${folder}.helmignore`);
  const ignored = rules ? parseGitignore(rules.text()) : undefined;
  const names: string[] = [];
  const walk = (below: string, depth: number) => {
    for (const entry of files.list(folder + below)) {
      const name = below + entry.replace(/\/$/, '');
      if (OWN.test(`${name}/`) || OWN.test(name) || ignored?.ignores(name)) continue;
      if (names.length >= MAX_FILES)
        throw new InputError({ where: `${folder}Chart.yaml`, issue: 'too_many', message: `the chart has more than ${MAX_FILES} files` });
      if (files.open(folder + name)) names.push(name);
      else if (depth < MAX_DEPTH && !ignored?.ignores(`${name}/`)) walk(`${name}/`, depth + 1);
    }
  };
  walk('', 0);
  return names.sort();
}
