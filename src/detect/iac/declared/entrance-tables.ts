import type { IacResource } from '../../../model/iac.js';
import { itemsOf, textOf } from '../contract/values.js';
import { at } from './ways.js';

/** A way in from a network: what makes it internal, and the attributes that lead on from it, where it has some itself. */
export interface Entrance {
  readonly isInternal: (resource: IacResource) => boolean;
  readonly to?: readonly string[];
}

/** What stands between an entrance and what runs: the attribute by which it hangs behind something, and those that lead on from it. */
export interface Link {
  /** Absent: what leads to it names it. */
  readonly from?: string;
  readonly to: readonly string[];
}

function says(way: string, internal: RegExp): Entrance['isInternal'] {
  return (resource) => itemsOf(at(resource, way)).items.some((item) => internal.test(textOf(item) ?? ''));
}

const AWS_BALANCER: Entrance = { isInternal: says('internal', /^true$/i) };
const FORWARDING: Entrance = { isInternal: says('load_balancing_scheme', /^INTERNAL/), to: ['target', 'backend_service'] };

/** Types of Terraform and CloudFormation. */
export const entrances: Readonly<Record<string, Entrance>> = {
  aws_lb: AWS_BALANCER,
  aws_alb: AWS_BALANCER,
  'AWS::ElasticLoadBalancingV2::LoadBalancer': { isInternal: says('Scheme', /^internal$/i) },
  aws_apigatewayv2_api: { isInternal: () => false },
  'AWS::ApiGatewayV2::Api': { isInternal: () => false },
  aws_api_gateway_rest_api: { isInternal: says('endpoint_configuration.types', /^PRIVATE$/) },
  'AWS::ApiGateway::RestApi': { isInternal: says('EndpointConfiguration.Types', /^PRIVATE$/) },
  google_compute_global_forwarding_rule: FORWARDING,
  google_compute_forwarding_rule: FORWARDING,
  azurerm_cdn_frontdoor_endpoint: { isInternal: () => false },
  azurerm_api_management: { isInternal: says('virtual_network_type', /^Internal$/i) },
};

const URL_MAP: Link = { to: ['default_service', 'path_matcher'] };
const PROXY: Link = { to: ['url_map', 'backend_service'] };
const BACKEND: Link = { to: ['backend'] };

export const links: Readonly<Record<string, Link>> = {
  aws_lb_listener: { from: 'load_balancer_arn', to: ['default_action'] },
  aws_alb_listener: { from: 'load_balancer_arn', to: ['default_action'] },
  'AWS::ElasticLoadBalancingV2::Listener': { from: 'LoadBalancerArn', to: ['DefaultActions'] },
  aws_lb_listener_rule: { from: 'listener_arn', to: ['action'] },
  'AWS::ElasticLoadBalancingV2::ListenerRule': { from: 'ListenerArn', to: ['Actions'] },
  aws_lb_target_group: { to: [] },
  aws_alb_target_group: { to: [] },
  'AWS::ElasticLoadBalancingV2::TargetGroup': { to: ['Targets'] },
  aws_lb_target_group_attachment: { from: 'target_group_arn', to: ['target_id'] },
  aws_ecs_service: { from: 'load_balancer', to: ['task_definition'] },
  'AWS::ECS::Service': { from: 'LoadBalancers', to: ['TaskDefinition'] },
  aws_apigatewayv2_integration: { from: 'api_id', to: ['integration_uri'] },
  'AWS::ApiGatewayV2::Integration': { from: 'ApiId', to: ['IntegrationUri'] },
  aws_api_gateway_integration: { from: 'rest_api_id', to: ['uri'] },
  'AWS::ApiGateway::Method': { from: 'RestApiId', to: ['Integration.Uri'] },
  google_compute_target_http_proxy: PROXY,
  google_compute_target_https_proxy: PROXY,
  google_compute_target_tcp_proxy: PROXY,
  google_compute_region_target_http_proxy: PROXY,
  google_compute_region_target_https_proxy: PROXY,
  google_compute_url_map: URL_MAP,
  google_compute_region_url_map: URL_MAP,
  google_compute_backend_service: BACKEND,
  google_compute_region_backend_service: BACKEND,
  google_compute_region_network_endpoint_group: { to: ['cloud_run', 'cloud_function'] },
  google_compute_instance_group: { to: ['instances'] },
  azurerm_cdn_frontdoor_route: { from: 'cdn_frontdoor_endpoint_id', to: ['cdn_frontdoor_origin_group_id'] },
  azurerm_cdn_frontdoor_origin_group: { to: [] },
  azurerm_cdn_frontdoor_origin: { from: 'cdn_frontdoor_origin_group_id', to: ['host_name'] },
  azurerm_api_management_api: { from: 'api_management_name', to: ['service_url'] },
};
