import { dataFile } from '../../../support/data-file.js';
import { namesThat } from '../../../support/data-table.js';

const hosts = dataFile('maker-hosts.tsv');
const addresses = namesThat('address', hosts);
const installers = namesThat('installer', hosts);

/** True for hosts of well-known makers: their own addresses are what they are for. */
export function isMaker(host: string): boolean {
  return isWithin(host, addresses);
}

/** True for hosts whose installers everybody pipes into a shell: the fetch is the maker's, the pin is missing. */
export function isInstallerHost(host: string): boolean {
  return isWithin(host, installers);
}

/** The domain itself, or any name below it. */
function isWithin(host: string, domains: ReadonlySet<string>): boolean {
  const labels = host.split('.');
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}
