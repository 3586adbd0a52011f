import { safeJson } from '../../support/terminal.js';
import type { Reporter } from '../reporter.js';
import { prettyJson } from './pretty.js';
import { reportShape } from './report-shape.js';

/** The whole report, as docs/schemas describes it: what every other tool should read. */
const reporter: Reporter = {
  *render(report) {
    for (const piece of prettyJson(reportShape.write(report))) yield safeJson(piece);
  },
};

export default reporter;
