import type { Connector } from './connector.js';
import { jira } from './jira.js';
import { servicenow } from './servicenow.js';
import { slack } from './slack.js';

/** The default catalogue; sources of `connector.cloud_read_only` name its entries. */
export const connectors: readonly Connector[] = [jira, servicenow, slack];
