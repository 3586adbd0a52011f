import { APIGatewayClient, GetResourcesCommand, GetRestApisCommand, type Method, type RestApi } from '@aws-sdk/client-api-gateway';
import {
  type Api,
  ApiGatewayV2Client,
  GetApisCommand,
  GetIntegrationsCommand,
  GetRoutesCommand,
  type Route,
} from '@aws-sdk/client-apigatewayv2';
import type { CloudAnswer, CloudResource } from '../../../../model/cloud.js';
import { type AwsPlace, refsOf } from '../access/place.js';
import { statementsOf } from '../policies/policy.js';
import { functionIn } from './arns.js';
import { awsReader } from './reader.js';

const actions = ['apigateway:GET'] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** REST, HTTP and WebSocket APIs, with the functions that they lead to. */
export const apiGatewaysReader = awsReader({
  name: 'api-gateways',
  actions,
  async *read(place: Place) {
    const rest = new APIGatewayClient(place.config('API_GATEWAY'));
    const listRest = (position: string | undefined) => rest.send(new GetRestApisCommand({ position, limit: 500 }));
    for await (const { items = [] } of place.pages('apigateway:GET', listRest, ({ position }) => position))
      for (const api of items) yield [restApi(place, api, await methodsOf(place, rest, api.id))];
    const http = new ApiGatewayV2Client(place.config('APIGATEWAYV2'));
    const listHttp = (NextToken: string | undefined) => http.send(new GetApisCommand({ NextToken }));
    for await (const { Items = [] } of place.pages('apigateway:GET', listHttp, ({ NextToken }) => NextToken))
      for (const api of Items) yield [await httpApi(place, http, api)];
  },
});

async function methodsOf(place: Place, client: APIGatewayClient, restApiId: string | undefined): Promise<Method[]> {
  const methods: Method[] = [];
  const list = (position: string | undefined) =>
    client.send(new GetResourcesCommand({ restApiId, position, limit: 500, embed: ['methods'] }));
  for await (const { items = [] } of place.pages('apigateway:GET', list, ({ position }) => position)) {
    // A browser asks with OPTIONS before it signs in.
    for (const { resourceMethods = {} } of items)
      methods.push(
        ...Object.entries(resourceMethods).flatMap(([name, method]) => (name === 'OPTIONS' ? [] : [{ httpMethod: name, ...method }])),
      );
  }
  return methods;
}

function restApi(place: Place, api: RestApi, methods: readonly Method[]): CloudResource {
  const isPrivate = api.endpointConfiguration?.types?.includes('PRIVATE') === true;
  const asks = methods.map(({ authorizationType = 'NONE', apiKeyRequired }) => authorizationType !== 'NONE' || apiKeyRequired === true);
  return gateway(place, 'AWS::ApiGateway::RestApi', `restapis/${api.id}`, api.name, {
    public: isPrivate ? 'no' : 'yes',
    authenticated: answerOf(asks),
    uses: refsOf(methods.map(({ methodIntegration }) => functionIn(methodIntegration?.uri))),
    facts: {
      tls_only: true,
      network_restricted: isNarrowed(api.policy),
      static_credentials: methods.some(
        ({ authorizationType = 'NONE', apiKeyRequired }) => authorizationType === 'NONE' && apiKeyRequired === true,
      ),
    },
  });
}

/** A resource policy that names networks; its quotes come escaped. */
function isNarrowed(policy: string | undefined): boolean {
  const statements = statementsOf(policy?.replaceAll('\\"', '"'));
  return (statements ?? []).some(({ condition }) => /aws:(SourceIp|SourceVpc|SourceVpce)"/i.test(condition));
}

async function httpApi(place: Place, client: ApiGatewayV2Client, api: Api): Promise<CloudResource> {
  const { ApiId } = api;
  const routes: Route[] = [];
  const uris: (string | undefined)[] = [];
  const listRoutes = (NextToken: string | undefined) => client.send(new GetRoutesCommand({ ApiId, NextToken }));
  for await (const page of place.pages('apigateway:GET', listRoutes, ({ NextToken }) => NextToken)) routes.push(...(page.Items ?? []));
  const listIntegrations = (NextToken: string | undefined) => client.send(new GetIntegrationsCommand({ ApiId, NextToken }));
  for await (const page of place.pages('apigateway:GET', listIntegrations, ({ NextToken }) => NextToken))
    uris.push(...(page.Items ?? []).map(({ IntegrationUri }) => IntegrationUri));
  const named = routes.filter(({ RouteKey = '' }) => !RouteKey.startsWith('OPTIONS '));
  const signs = named.map(({ AuthorizationType = 'NONE', ApiKeyRequired }) => AuthorizationType !== 'NONE' || ApiKeyRequired === true);
  // A WebSocket API signs in when it connects, and only then.
  const connects = routes
    .filter(({ RouteKey }) => RouteKey === '$connect')
    .map(({ AuthorizationType = 'NONE' }) => AuthorizationType !== 'NONE');
  return gateway(place, 'AWS::ApiGatewayV2::Api', `apis/${ApiId}`, api.Name, {
    public: 'yes',
    authenticated: answerOf(api.ProtocolType === 'WEBSOCKET' ? connects : signs),
    uses: refsOf(uris.map(functionIn)),
    facts: { tls_only: true },
  });
}

/** One route without a sign-in is one too many. */
function answerOf(asks: readonly boolean[]): CloudAnswer {
  return asks.length === 0 ? 'unknown' : asks.every(Boolean) ? 'yes' : 'no';
}

function gateway(place: Place, type: string, path: string, name: string | undefined, given: Partial<CloudResource>): CloudResource {
  const native_id = `arn:${place.partition}:apigateway:${place.region}::/${path}`;
  return place.resource({ kind: 'entrance', type, native_id, name: name ?? path, ...given });
}
