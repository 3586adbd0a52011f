import { type Call, type Chapter, example } from './example.js';

const withoutOidc = { status: 404, without: 'SERVICE_OIDC_ISSUER and SERVICE_OIDC_CLIENT_ID' };
const withoutSaml = { status: 404, without: 'SERVICE_SAML_ENTRY_POINT' };
/** Whether the browser is signed in now. */
const session: Call = {
  to: 'authMe',
  key: null,
  options: ['-b castellan-cookies.txt'],
  otherwise: { status: 401, without: 'that session' },
};
const loginCookies = '-b castellan-login.txt';

export const federationChapter: Chapter = {
  title: 'Signing in elsewhere',
  text: `These ways in need more than a key: settings of the server (\`SERVICE_PROXY_*\`, \`SERVICE_OIDC_*\`, \`SERVICE_SAML_*\` and
\`SERVICE_PUBLIC_URL\`, see [identity](identity.md)), and somebody who signs users in. Each call names the setting without which it is
answered otherwise. Tenant and role in the examples are the \`default\` and \`analyst\` of such a set-up.`,
  examples: [
    {
      title: 'Behind a trusted proxy',
      text: 'What the ingress sends once it has signed the user in. `$PROXY_SECRET` is the secret of `SERVICE_PROXY_SECRET_FILE`.',
      calls: [
        {
          to: 'authMe',
          key: null,
          options: [
            '-H "X-Service-Proxy-Secret: $PROXY_SECRET"',
            "-H 'X-Service-Subject: ann'",
            "-H 'X-Service-Role: analyst'",
            "-H 'X-Service-Tenant: default'",
          ],
          otherwise: { status: 401, without: 'SERVICE_PROXY_SECRET' },
        },
      ],
    },
    {
      title: 'With a token of an OIDC provider',
      text: '`$OIDC_TOKEN` is an access or id token that the issuer has signed for this audience.',
      calls: [{ to: 'authMe', key: 'OIDC_TOKEN', otherwise: { status: 401, without: 'SERVICE_OIDC_ISSUER' } }],
    },
    example(
      'signInByLink',
      {
        key: null,
        query: 'ticket=${SIGN_IN_TICKET:-none}',
        options: ['-D castellan-headers.txt', '-c castellan-cookies.txt'],
        otherwise: { status: 404, without: '--demo' },
      },
      '`$SIGN_IN_TICKET` is what the link holds that `castellan serve --demo` shows at its start. It works once, within ten minutes, on the same machine.',
    ),
    example(
      'oidcLogin',
      { query: 'return_to=/docs', options: ['-D castellan-headers.txt', '-c castellan-login.txt'], otherwise: withoutOidc },
      'The browser goes where `Location` says, with a cookie by which it is known again.',
    ),
    {
      route: 'oidcCallback',
      text: 'The provider sends it back here. `$OIDC_ANSWER` is the query of that address: `code=…&state=…&iss=…`; it is good once.',
      calls: [
        {
          to: 'oidcCallback',
          query: '${OIDC_ANSWER:-state=none}',
          options: [loginCookies, '-c castellan-cookies.txt'],
          otherwise: withoutOidc,
        },
        session,
      ],
    },
    example(
      'samlLogin',
      { query: 'result=key', options: ['-D castellan-headers.txt', '-c castellan-login.txt'], otherwise: withoutSaml },
      'With `result=key` a program gets a key for an hour in place of a session; so it does by OIDC.',
    ),
    {
      route: 'samlAcs',
      text: 'The page of the identity provider posts both fields of its form here; they are good once.',
      calls: [
        {
          to: 'samlAcs',
          options: [loginCookies],
          body: '--data-urlencode "SAMLResponse=${SAML_RESPONSE:-none}" --data-urlencode "RelayState=${SAML_RELAY_STATE:-none}"',
          status: 201,
          keep: { SHORT_KEY: '.api_key' },
          otherwise: withoutSaml,
        },
        { to: 'authMe', key: 'SHORT_KEY', otherwise: { status: 401, without: 'that key' } },
      ],
    },
    example('samlMetadata', { otherwise: withoutSaml }),
  ],
};
