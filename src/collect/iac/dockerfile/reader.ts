import { InputError } from '../../../support/errors.js';
import { ignoresIn } from '../../ignore-comments.js';
import type { IacReader } from '../contract/iac-reader.js';
import { emptyReading, readEach } from '../contract/read-each.js';
import { stagesOf } from './evaluate.js';
import { parseDockerfile } from './parse-dockerfile.js';

/** Files of which a tool makes a Dockerfile. */
const TEMPLATE = /\.(?:j2|jinja2?|tmpl|tpl|template|erb|in|mustache|hbs)$/i;

/** Reads Dockerfiles: a resource for each stage. */
export const dockerfileReader: IacReader = {
  async read(files) {
    const reading = emptyReading();
    readEach(files, reading, (source, path) => {
      const text = source.text();
      const { instructions, issues } = parseDockerfile(text);
      if (issues.length > 0 && TEMPLATE.test(path)) {
        reading.issues.push({ path, kind: 'skipped', reason: 'a template of which a tool makes a Dockerfile', note: true });
        return 'skipped';
      }
      for (const issue of issues) reading.issues.push({ ...issue, path });
      const stages = stagesOf(instructions, source.path);
      if (stages.length === 0) throw new InputError({ where: source.path, message: 'no FROM, so there is nothing to build' });
      for (const stage of stages) reading.resources.push(stage);
      const blocks = [...instructions, ...stages.map(({ at, endLine }) => ({ line: at.line, endLine }))];
      for (const ignore of ignoresIn(text, source.path, blocks)) reading.ignores.push(ignore);
      return issues.length > 0 ? 'truncated' : 'scanned';
    });
    return reading;
  },
};
