import { originCheck } from '../origin-check.js';

export const osv = originCheck({
  id: 'osv',
  about: 'the OSV bucket or its mirrors answer',
  variable: 'SERVICE_OSV_URL',
  sources: ({ settings }) => settings.osvUrl,
  address: (base) => `${base.replace(/\/+$/, '')}/ecosystems.txt`,
});
