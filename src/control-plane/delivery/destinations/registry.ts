import type { DeliveryConnector } from '../../../api/deliveries.js';
import type { Destination } from '../destination.js';
import { email } from './email.js';
import { github } from './github.js';
import { jiraDesk } from './jira.js';
import { linear } from './linear.js';
import { pagerduty } from './pagerduty.js';
import { servicenowDesk } from './servicenow.js';
import { slackDesk } from './slack.js';
import { teams } from './teams.js';

/** Every service that findings can be delivered to, by the name that rules give. */
export const destinations: Readonly<Record<DeliveryConnector, Destination>> = {
  jira: jiraDesk,
  servicenow: servicenowDesk,
  slack: slackDesk,
  github,
  linear,
  teams,
  pagerduty,
  email,
};

export function destinationOf(connector: string): Destination | undefined {
  return Object.entries(destinations).find(([name]) => name === connector)?.[1];
}
