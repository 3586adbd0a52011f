import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, all, ask, isOneOf, isTrueWord, itemsOf, member, textOf, unknown } from '../contract/values.js';
import {
  apiMethods,
  behaviours,
  functionPermissions,
  functionUrls,
  type Listener,
  listeners,
  viewerCertificates,
} from '../views/aws-delivery.js';
import { joined } from '../views/joined.js';
import type { Thing } from '../views/typed.js';
import { attributeAnswer, attributeRule, awsFormats, type Fixes, failWith } from './attribute-rule.js';

const LISTENERS = 'https://docs.aws.amazon.com/elasticloadbalancing/latest/application/';
const CLOUDFRONT = 'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/';

const REDIRECT: Fixes = {
  terraform:
    'default_action {\n  type = "redirect"\n  redirect {\n    port        = "443"\n    protocol    = "HTTPS"\n    status_code = "HTTP_301"\n  }\n}',
  cloudformation: 'DefaultActions:\n  - Type: redirect\n    RedirectConfig: {Protocol: HTTPS, Port: "443", StatusCode: HTTP_301}',
};
const HTTPS_ONLY: Fixes = {
  terraform: 'viewer_protocol_policy = "redirect-to-https"',
  cloudformation: 'ViewerProtocolPolicy: redirect-to-https',
};
const VIEWER_TLS: Fixes = {
  terraform:
    'viewer_certificate {\n  acm_certificate_arn      = aws_acm_certificate.this.arn\n  ssl_support_method       = "sni-only"\n  minimum_protocol_version = "TLSv1.2_2021"\n}',
  cloudformation:
    'ViewerCertificate:\n  AcmCertificateArn: <ARN of the certificate>\n  SslSupportMethod: sni-only\n  MinimumProtocolVersion: TLSv1.2_2021',
};
const TLS_POLICY: Fixes = {
  terraform: 'ssl_policy = "ELBSecurityPolicy-TLS13-1-2-2021-06"',
  cloudformation: 'SslPolicy: ELBSecurityPolicy-TLS13-1-2-2021-06',
};
const IAM_URL: Fixes = { terraform: 'authorization_type = "AWS_IAM"', cloudformation: 'AuthType: AWS_IAM' };
const SOURCE: Fixes = {
  terraform: 'source_arn = aws_api_gateway_rest_api.this.execution_arn',
  cloudformation: 'SourceArn: <ARN of the caller>',
};

const OPEN_FUNCTION = {
  id: 'aws-lambda-public',
  title: 'Function callable by everybody',
  severity: 'high',
  confidence: 'high',
  rationale: 'Anybody calls the function: bills, and whatever its role may do.',
  fix: IAM_URL.terraform,
  references: ['CWE-306', 'https://docs.aws.amazon.com/lambda/latest/dg/urls-auth.html'],
  formats: awsFormats,
} as const;

const isHttp = isOneOf(['HTTP']);
const isTls = isOneOf(['HTTPS', 'TLS']);
/** Versions of CloudFront from TLSv1.2_2018 on. */
const MODERN_VIEWER = /^TLSv1\.(?:2_20(?:1[89]|2\d)|3_20\d\d)$/;
/** Policies of load balancers that take nothing below TLS 1.2. */
const MODERN_LISTENER = /^ELBSecurityPolicy-(?:TLS13-1-[23]-|TLS-1-2-|FS-1-2-)/;

/** Rules about what stands between the internet and what is behind it. */
export const deliveryRules: readonly IacRule[] = [
  iacRule({
    id: 'aws-cloudfront-http',
    title: 'Distribution accepts plain HTTP',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Cookies, tokens and pages cross the network in clear, and can be changed on the way.',
    fix: HTTPS_ONLY.terraform,
    references: ['CWE-319', `${CLOUDFRONT}using-https-viewers-to-cloudfront.html`],
    formats: awsFormats,
    view: behaviours,
    *check(distribution) {
      for (const { at, policy } of distribution.policies) {
        const answer = ask(policy, isOneOf(['allow-all']), { is: false, at });
        yield failWith(answer, distribution, { evidence: `viewer protocol policy ${textOf(policy) ?? '…'}`, fixes: HTTPS_ONLY });
      }
    },
  }),
  iacRule({
    id: 'aws-cloudfront-tls',
    title: 'Distribution allows old TLS',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Somebody on the way can make viewers fall back to a version of TLS that is broken.',
    fix: VIEWER_TLS.terraform,
    references: ['CWE-327', `${CLOUDFRONT}secure-connections-supported-viewer-protocols-ciphers.html`],
    formats: awsFormats,
    view: viewerCertificates,
    check(distribution) {
      const at = distribution.get('certificate')?.at ?? distribution.at;
      const standard = ask(distribution.get('standard'), isTrueWord, { is: false, at });
      const version = distribution.get('version');
      const old = ask(version, (text) => !MODERN_VIEWER.test(String(text)), { is: true, at });
      const answer = standard.is === 'no' ? old : standard;
      const evidence = `minimum protocol version: ${textOf(version) ?? (standard.is === 'yes' ? 'that of the default certificate, TLSv1' : 'TLSv1, the default')}`;
      return failWith(answer, distribution, { evidence, fixes: VIEWER_TLS });
    },
  }),
  iacRule({
    id: 'aws-lb-http',
    title: 'Load balancer forwards plain HTTP',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Credentials and sessions cross the network in clear.',
    fix: REDIRECT.terraform,
    references: ['CWE-319', `${LISTENERS}load-balancer-listeners.html`],
    formats: awsFormats,
    view: listeners,
    check: plainListener,
  }),
  iacRule({
    id: 'aws-lb-tls-old',
    title: 'Listener with old TLS policy',
    severity: 'medium',
    confidence: 'high',
    rationale: 'The listener still takes TLS 1.0 or 1.1, to which somebody on the way can make clients fall back.',
    fix: TLS_POLICY.terraform,
    references: ['CWE-327', `${LISTENERS}describe-ssl-policies.html`],
    formats: awsFormats,
    view: listeners,
    check(listener) {
      if (listener.isClassic) return undefined;
      const tls = ask(listener.get('protocol'), isTls, { is: false, at: listener.at });
      if (tls.is === 'no') return { verdict: 'pass' };
      const policy = listener.get('policy');
      const old = ask(policy, (text) => !MODERN_LISTENER.test(String(text)), { is: true, at: listener.at });
      const evidence = `policy ${textOf(policy) ?? 'ELBSecurityPolicy-2016-08, the default'}`;
      return failWith(all([tls, old], old.at), listener, { evidence, fixes: TLS_POLICY });
    },
  }),
  joined(
    attributeRule({
      ...OPEN_FUNCTION,
      view: functionUrls,
      field: 'authorization',
      faulty: isOneOf(['NONE']),
      absent: 'right',
      fixes: IAM_URL,
    }),
    iacRule({
      ...OPEN_FUNCTION,
      view: functionPermissions,
      check(permission) {
        const bound = (['arn', 'account', 'organization'] as const).some((field) => permission.get(field) !== undefined);
        const everybody = ask(permission.get('principal'), (text) => String(text) === '*', { is: false, at: permission.at });
        return failWith(bound ? { is: 'no', at: permission.at } : everybody, permission, {
          evidence: 'principal "*" without a source',
          fixes: SOURCE,
        });
      },
    }),
  ),
  iacRule({
    id: 'aws-apigw-no-auth',
    title: 'API method without authorization',
    severity: 'medium',
    confidence: 'medium',
    rationale: 'Anybody calls the method, and with it whatever stands behind it.',
    fix: 'authorization = "AWS_IAM"',
    references: ['CWE-306', 'https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-control-access-to-api.html'],
    formats: awsFormats,
    view: apiMethods,
    check: (method, _resource, estate) => openMethod(method, estate),
  }),
];

function plainListener(listener: Listener): IacJudgement {
  const { at } = listener;
  const protocol = listener.get('protocol');
  if (/^tcp$/i.test(textOf(protocol) ?? '')) {
    const reason = 'TCP, behind which TLS may end';
    return listener.isClassic ? { verdict: 'pass' } : { verdict: 'unknown', at: protocol?.at ?? at, expression: reason };
  }
  // Of application balancers HTTP is the default.
  const http = ask(protocol, isHttp, { is: !listener.isClassic && listener.isApplication, at });
  const actions = itemsOf(listener.get('actions'));
  const redirects = actions.items.map((action) => redirectsToHttps(action));
  const [redirect = actions.rest ? unknown(actions.rest) : ({ is: 'no', at } as const)] = [
    redirects.find(({ is }) => is !== 'no') ?? redirects[0],
  ].filter((one) => one !== undefined);
  const plain: Answer = redirect.is === 'unknown' ? redirect : { is: redirect.is === 'yes' ? 'no' : 'yes', at: http.at };
  return failWith(all([http, plain], http.at), listener, {
    evidence: 'protocol HTTP without a redirect to HTTPS',
    fixes: REDIRECT,
    part: `listener at ${at.line}`,
    ...(listener.isInternal && { severity: 'low' as const }),
  });
}

function redirectsToHttps(action: IacValue): Answer {
  const { at } = action;
  const redirect = ask(member(action, 'type') ?? member(action, 'Type'), isOneOf(['redirect']), { is: false, at });
  const protocol = member(action, 'redirect', 'protocol') ?? member(action, 'RedirectConfig', 'Protocol');
  return all([redirect, ask(protocol, isOneOf(['HTTPS']), { is: false, at })], at);
}

function openMethod(method: Thing<'authorization' | 'key' | 'method' | 'api' | 'policy'>, estate: IacEstate): IacJudgement {
  const { at, resource } = method;
  const name = textOf(method.get('method')) ?? '';
  // Only the route that opens a connection of WebSocket asks for an authorization.
  if (/^OPTIONS\b/i.test(name) || (/^\$(?!default)/.test(name) && name !== '$connect')) return { verdict: 'pass' };
  const none = attributeAnswer(
    method.get('authorization'),
    isOneOf(['NONE']),
    resource.type === 'aws_api_gateway_method' ? 'right' : 'faulty',
    method,
  );
  const key = ask(method.get('key'), isTrueWord, { is: false, at });
  const noKey: Answer = key.is === 'unknown' ? key : { is: key.is === 'yes' ? 'no' : 'yes', at };
  const guarded = method.get('policy') !== undefined || isPrivate(method.get('api'), resource, estate);
  const answer = guarded ? ({ is: 'no', at } as const) : all([none, noKey], none.at);
  return failWith(answer, method, {
    evidence: `${name || 'a method'} without authorization`,
    fixes: { terraform: 'authorization = "AWS_IAM"', cloudformation: 'AuthorizationType: AWS_IAM' },
  });
}

/** Behind a private endpoint with a policy only named networks get at an API. */
function isPrivate(api: IacValue | undefined, { root }: IacResource, estate: IacEstate): boolean {
  return (api?.refersTo ?? []).some((address) => {
    const body = estate.at(root, address)?.body;
    const types = itemsOf(member(body, 'endpoint_configuration', 'types') ?? member(body, 'EndpointConfiguration', 'Types')).items;
    const policy =
      member(body, 'policy') ??
      member(body, 'Policy') ??
      estate.ofType('aws_api_gateway_rest_api_policy').find((one) => one.refersTo.includes(address));
    return policy !== undefined && types.some((type) => textOf(type) === 'PRIVATE');
  });
}
