import { safeJson } from '../../support/terminal.js';
import type { Reporter } from '../reporter.js';
import { prettyJson } from './pretty.js';
import { reportShape } from './report-shape.js';

/** The whole report, as docs/schemas describes it; other programs should read this format. */
const reporter: Reporter = {
  *render(report) {
    for (const piece of prettyJson(reportShape.write(report))) yield safeJson(piece);
  },
};

export default reporter;
