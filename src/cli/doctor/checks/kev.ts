import { kevAddress } from '../../../advisories/feed-sources.js';
import { originCheck } from '../origin-check.js';

export const kev = originCheck({
  id: 'kev',
  about: 'the catalogue of exploited vulnerabilities or its mirrors answer',
  variable: 'SERVICE_KEV_URL',
  sources: ({ settings }) => settings.kevUrl,
  address: kevAddress,
});
