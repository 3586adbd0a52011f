import type { Reporter } from '../reporter.js';
import { renderGraphPage } from './graph-page.js';

/** One page with the graph to explore. The HTML report embeds the same page in a frame. */
const reporter: Reporter = {
  render: (report) => renderGraphPage(report),
};

export default reporter;
