import { originCheck } from '../origin-check.js';

export const osvApi = originCheck({
  id: 'osv-api',
  about: 'the OSV API answers, for what the database lacks',
  variable: 'SERVICE_OSV_API_URL',
  sources: ({ settings }) => settings.osvApiUrl,
  address: (base) => `${base.replace(/\/+$/, '')}/v1/vulns/OSV-2020-111`,
});
