import { type Chapter, example } from './example.js';

export const deliveryChapter: Chapter = {
  title: 'Delivery and webhooks',
  text: 'Findings as tickets and messages. See [connect](connect.md#tickets-chat-and-webhooks).',
  examples: [
    example('createDelivery', {
      body: { display_name: 'worst exposure', connector_name: 'jira', destination: 'SEC', min_severity: 'critical', only_exposed: true },
      keep: { DELIVERY_ID: '.delivery_id' },
    }),
    example('listDeliveries', { query: 'connector_name=jira' }),
    example('getDelivery'),
    example('previewDelivery'),
    example(
      'updateDelivery',
      { body: { min_severity: 'high', digest: 'daily' } },
      'With `"dry_run": false` the rule sends; without a key for its connector on the server, that is a 409.',
    ),
    example('listDeadLetters'),
    example('replayDeadLetter', {
      at: { dead_letter_id: 'dlt_01ARZ3NDEKTSV4RRFFQ69G5FAV' },
      otherwise: { status: 404, without: 'a dead letter of this id' },
    }),
    example('deleteDelivery'),
    example(
      'createWebhook',
      {
        body: {
          display_name: 'siem',
          url: 'https://siem.example.com/castellan',
          events: ['finding.opened', 'job.failed'],
          min_severity: 'high',
        },
        keep: { WEBHOOK_ID: '.webhook_id' },
      },
      'The answer holds the signing secret, which is shown this once.',
    ),
    example('listWebhooks'),
    example('updateWebhook', { body: { enabled: false } }),
    example('rotateWebhook', { body: { overlap_hours: 1 } }),
    example('deleteWebhook'),
  ],
};
