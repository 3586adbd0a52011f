import type { CloudDoor } from '../../system/context.js';
import { lazyFetch } from '../../system/lazy-http.js';
import { OutboundPolicy } from '../../system/outbound-policy.js';

/** Where machines and containers are told who they are. */
const METADATA = ['169.254.169.254', '169.254.170.2', '169.254.170.23', '[fd00:ec2::23]', 'metadata.google.internal'];

/**
 * Access to clouds with the identity of this deployment. It connects to addresses outside, to what the operator allows, and to the hosts
 * that the operator's own variables name.
 */
export function serviceDoor(environment: Readonly<Record<string, string>>, outboundAllow: readonly string[] = []): CloudDoor {
  const named = Object.values(environment).flatMap((value) =>
    /^https?:\/\//.test(value) && URL.canParse(value) ? new URL(value).hostname : [],
  );
  const policy = new OutboundPolicy(outboundAllow).trusting(...named, environment['SNOWFLAKE_HOST'] ?? '');
  return {
    fetch: lazyFetch(environment, policy),
    directFetch: lazyFetch({}, policy.trusting(...METADATA, ...[environment['GCE_METADATA_HOST'] ?? ''])),
    environment,
    identity: 'service',
  };
}
