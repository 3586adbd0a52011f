import { type Chapter, example } from './example.js';

export const serviceChapter: Chapter = {
  title: 'Service',
  examples: [
    example('health'),
    example('ready'),
    example('version'),
    example('openapi', { shown: 'jq .info' }),
    example('docs', { shown: "grep -c '<details>'" }),
    example('metrics', { shown: "grep '^castellan'" }),
  ],
};
