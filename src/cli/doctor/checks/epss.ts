import { epssAddress } from '../../../advisories/feed-sources.js';
import { originCheck } from '../origin-check.js';

export const epss = originCheck({
  id: 'epss',
  about: 'the EPSS scores or their mirrors answer',
  variable: 'SERVICE_EPSS_URL',
  sources: ({ settings }) => settings.epssUrl,
  address: epssAddress,
});
