/** Resources of actions that would show more than is read, as ends of ARNs: API Gateway has one action for everything, keys included. */
const NARROWED: Readonly<Record<string, readonly string[]>> = {
  'apigateway:GET': ['restapis', 'restapis/*', 'apis', 'apis/*'].map((path) => `apigateway:*::/${path}`),
};

/** A policy that allows these actions and nothing else. */
export function policyFor(actions: readonly string[], partition: string): object {
  const [narrow, wide] = [actions.filter((one) => NARROWED[one]), actions.filter((one) => !NARROWED[one])];
  const statements = narrow.map((one) => ({
    Effect: 'Allow',
    Action: [one],
    Resource: NARROWED[one]?.map((end) => `arn:${partition}:${end}`),
  }));
  const rest = wide.length === 0 ? [] : [{ Effect: 'Allow', Action: wide, Resource: '*' }];
  return { Version: '2012-10-17', Statement: [...rest, ...statements] };
}
