import { isMaker, isUserContent } from '../../text/reading/maker-hosts.js';
import { UNKNOWN_PART } from '../flow/value.js';
import type { FlowCheck } from './hits.js';
import { isRelated, outsideHost } from './hosts.js';

/** A script of an address that a page loads. */
const LOADS =
  /<script\b[^>]{0,200}\bsrc=["']?((?:https?:)?\/\/[^\s"'>]+)|createElement\(["']script["']\)[\s\S]{0,300}?(https?:\/\/[^\s"'`)]+)|\bimport(?:Scripts)?\(["'](https?:\/\/[^\s"')]+)/;
/** Libraries and measurements that people put into their pages themselves. */
const USUAL =
  /(?:^|\.)(?:jsdelivr\.net|unpkg\.com|cdnjs\.cloudflare\.com|googleapis\.com|googletagmanager\.com|google-analytics\.com|gstatic\.com|esm\.sh|skypack\.dev|tailwindcss\.com|plausible\.io|cloudflareinsights\.com|jquery\.com|bootstrapcdn\.com|fontawesome\.com|polyfill\.io|datatables\.net|plot\.ly|mathjax\.org|d3js\.org)$/;

/** SUP-05: a script adds code from a foreign host to what is there already. */
export const plantedLoaders: FlowCheck = function* ({ events, unit, subject }) {
  if (unit.kind === 'fence') return;
  for (const event of events) {
    if (event.kind !== 'write') continue;
    const match = LOADS.exec(event.text);
    const address = (match?.[1] ?? match?.[2] ?? match?.[3])?.replace(/^\/\//, 'https://');
    const before = match === null ? '' : event.text.slice(0, match.index);
    if (address === undefined || !(event.append || before.includes(UNKNOWN_PART))) continue;
    const host = outsideHost(address);
    if (host === undefined || USUAL.test(host) || isRelated(host, subject) || (isMaker(host) && !isUserContent(host, address))) continue;
    yield { rule: 'SUP-05', at: event.at, evidence: `${event.path || 'files'}: code of ${host} is loaded` };
  }
};
