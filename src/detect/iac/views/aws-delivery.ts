import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacEstate, IacView } from '../contract/estate.js';
import { itemsOf, member, textOf } from '../contract/values.js';
import { type Syntax, syntaxOf, type Thing, thing, thingsOf } from './typed.js';

/** What a distribution asks of viewers, for each path. */
export interface Behaviours {
  syntax: Syntax;
  at: SourcePlace;
  policies: readonly { at: SourcePlace; policy?: IacValue }[];
}

export const behaviours: IacView<Behaviours> = {
  id: 'aws-behaviours',
  *of(resource) {
    const { type, body, at } = resource;
    if (type === 'aws_cloudfront_distribution')
      yield behavioursIn(resource, body, ['default_cache_behavior', 'ordered_cache_behavior'], 'viewer_protocol_policy');
    if (type !== 'AWS::CloudFront::Distribution') return;
    const config = member(body, 'DistributionConfig');
    if (config) yield behavioursIn(resource, config, ['DefaultCacheBehavior', 'CacheBehaviors'], 'ViewerProtocolPolicy');
    else yield { syntax: syntaxOf(resource), at, policies: [] };
  },
};

function behavioursIn(resource: IacResource, config: IacValue, lists: readonly string[], name: string): Behaviours {
  const policies = lists.flatMap((list) =>
    itemsOf(member(config, list)).items.map((behaviour) => {
      const policy = member(behaviour, name);
      return { at: behaviour.at, ...(policy && { policy }) };
    }),
  );
  return { syntax: syntaxOf(resource), at: resource.at, policies };
}

export const viewerCertificates = thingsOf<'certificate' | 'version' | 'standard'>('aws-viewer-certificates', {
  aws_cloudfront_distribution: {
    certificate: 'viewer_certificate',
    version: 'viewer_certificate.minimum_protocol_version',
    standard: 'viewer_certificate.cloudfront_default_certificate',
  },
  'AWS::CloudFront::Distribution': {
    certificate: 'DistributionConfig.ViewerCertificate',
    version: 'DistributionConfig.ViewerCertificate.MinimumProtocolVersion',
    standard: 'DistributionConfig.ViewerCertificate.CloudFrontDefaultCertificate',
  },
});

type ListenerField = 'protocol' | 'policy' | 'actions' | 'balancer';

const TERRAFORM_LISTENER = {
  protocol: 'protocol',
  policy: 'ssl_policy',
  actions: 'default_action',
  balancer: 'load_balancer_arn',
} as const;
const CLASSIC_TERRAFORM = { protocol: 'lb_protocol' } as const;
const CLASSIC_CLOUDFORMATION = { protocol: 'Protocol' } as const;

/** A listener of a load balancer, also one that stands inside of a classic one. */
export interface Listener extends Thing<ListenerField> {
  isInternal: boolean;
  /** In front of it stands an application balancer, as far as the tree tells. */
  isApplication: boolean;
  /** Application and network balancers have policies of their own; classic ones name them elsewhere. */
  isClassic: boolean;
}

export const listeners: IacView<Listener> = {
  id: 'aws-listeners',
  *of(resource, estate) {
    const { type, body } = resource;
    if (type === 'aws_lb_listener' || type === 'aws_alb_listener')
      yield listener(thing<ListenerField>(resource, body, TERRAFORM_LISTENER), estate);
    else if (type === 'AWS::ElasticLoadBalancingV2::Listener') {
      const fields = { protocol: 'Protocol', policy: 'SslPolicy', actions: 'DefaultActions', balancer: 'LoadBalancerArn' };
      yield listener(thing<ListenerField>(resource, body, fields), estate);
    } else if (type === 'aws_elb') yield* classic(resource, 'listener', CLASSIC_TERRAFORM);
    else if (type === 'AWS::ElasticLoadBalancing::LoadBalancer') yield* classic(resource, 'Listeners', CLASSIC_CLOUDFORMATION);
  },
};

function* classic(resource: IacResource, name: string, fields: { protocol: string }): Iterable<Listener> {
  const isInternal = isInternalBalancer(resource);
  for (const item of itemsOf(member(resource.body, name)).items)
    yield { ...thing<ListenerField>(resource, item, fields), isInternal, isApplication: false, isClassic: true };
}

function listener(own: Thing<ListenerField>, estate: IacEstate): Listener {
  const balancer = own.get('balancer');
  const named = (balancer?.refersTo ?? []).map((address) => estate.at(own.resource.root, address));
  const isApplication = !named.some(
    (one) => one !== undefined && /network|gateway/i.test(textOf(member(one.body, 'load_balancer_type') ?? member(one.body, 'Type')) ?? ''),
  );
  return { ...own, isInternal: named.some((one) => one !== undefined && isInternalBalancer(one)), isApplication, isClassic: false };
}

function isInternalBalancer({ body }: IacResource): boolean {
  const internal = member(body, 'internal');
  const scheme = member(body, 'Scheme');
  return (internal?.kind === 'scalar' && String(internal.value) === 'true') || (scheme?.kind === 'scalar' && scheme.value === 'internal');
}

/** What anybody may call: addresses of functions, and permissions to invoke them. */
export const functionUrls = thingsOf<'authorization'>('aws-function-urls', {
  aws_lambda_function_url: { authorization: 'authorization_type' },
  'AWS::Lambda::Url': { authorization: 'AuthType' },
});

export const functionPermissions = thingsOf<'principal' | 'arn' | 'account' | 'organization'>('aws-function-permissions', {
  aws_lambda_layer_version_permission: { principal: 'principal', organization: 'organization_id' },
  'AWS::Lambda::LayerVersionPermission': { principal: 'Principal', organization: 'OrganizationId' },
  aws_lambda_permission: { principal: 'principal', arn: 'source_arn', account: 'source_account', organization: 'principal_org_id' },
  'AWS::Lambda::Permission': { principal: 'Principal', arn: 'SourceArn', account: 'SourceAccount', organization: 'PrincipalOrgID' },
});

/** Methods of REST APIs, and routes of HTTP ones. */
export const apiMethods = thingsOf<'authorization' | 'key' | 'method' | 'api' | 'policy'>('aws-api-methods', {
  aws_api_gateway_method: { authorization: 'authorization', key: 'api_key_required', method: 'http_method', api: 'rest_api_id' },
  aws_apigatewayv2_route: { authorization: 'authorization_type', key: 'api_key_required', method: 'route_key', api: 'api_id' },
  'AWS::ApiGateway::Method': {
    authorization: 'AuthorizationType',
    key: 'ApiKeyRequired',
    method: 'HttpMethod',
    api: 'RestApiId',
    policy: 'ResourcePolicy',
  },
  'AWS::ApiGatewayV2::Route': { authorization: 'AuthorizationType', key: 'ApiKeyRequired', method: 'RouteKey', api: 'ApiId' },
});
