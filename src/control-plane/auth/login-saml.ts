import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { HOUR_MS } from '../../support/durations.js';
import { isObject } from '../../support/json.js';
import { LEEWAY_S } from '../../support/leeway.js';
import { parseXml, type XmlElement } from '../../support/xml.js';
import { NotFound, Unauthenticated } from '../failures.js';
import { type Ground, timeOf } from '../ground/ground.js';
import { keepState } from '../store/login-states.js';
import { hashOf } from './api-key.js';
import { readClaims } from './claim-mapping.js';
import { beginLogin, endLogin, type LoginAnswer, type LoginCall, type LoginWish, publicUrlOf, sendAway, welcome } from './login-flow.js';

const ACS = '/v1/auth/saml/acs';

/** Sends the browser to the identity provider (SAML 2.0 bindings, section 3.4). */
export async function startSamlLogin(call: LoginCall, wish: LoginWish): Promise<LoginAnswer> {
  const { ground } = call;
  serviceProvider(ground, '');
  const login = await beginLogin(ground, 'saml', wish);
  return sendAway(call, login, await serviceProvider(ground, login.state).getAuthorizeUrlAsync(login.state, undefined, {}));
}

/**
 * Accepts an assertion if response and assertion are signed, meant for this service, within their validity, an answer
 * to the request with this relay state, and not used before.
 */
export async function finishSamlLogin(call: LoginCall, form: { SAMLResponse: string; RelayState: string }): Promise<LoginAnswer> {
  const { ground } = call;
  const { saml } = ground.options;
  const provider = serviceProvider(ground, form.RelayState);
  if (!saml) throw new NotFound('sign-in by SAML');
  const wish = await endLogin(call, { kind: 'saml', state: form.RelayState });
  const profile = await validated(provider, form);
  await refuseReplay(ground, profile.assertion);
  return welcome(call, 'saml', readClaims(profile.nameId, profile.attributes, saml), wish);
}

/** The metadata that describes this service to an identity provider (SAML 2.0 metadata). */
export function samlMetadata(ground: Ground): string {
  return serviceProvider(ground, '').generateServiceProviderMetadata(null);
}

interface Validated {
  nameId: unknown;
  attributes: Record<string, unknown>;
  assertion: string;
}

async function validated(provider: SAML, form: { SAMLResponse: string; RelayState: string }): Promise<Validated> {
  try {
    requireModest(parseXml(Buffer.from(form.SAMLResponse, 'base64').toString('utf8'), 'response'));
    const { profile } = await provider.validatePostResponseAsync(form);
    const assertion = profile?.getAssertionXml?.();
    if (profile && assertion !== undefined && isAddressed(profile.getSamlResponseXml?.(), assertion, provider.options.callbackUrl)) {
      const attributes = isObject(profile['attributes']) ? { ...profile['attributes'] } : {};
      return { nameId: profile.nameID, attributes, assertion };
    }
  } catch {
    // The reason is not revealed, so that a forger learns nothing.
  }
  throw new Unauthenticated('the assertion is not valid');
}

/** Limit for elements and attributes; real responses have some hundred. */
const MAX_PARTS = 5000;

/**
 * The library's parser takes minutes for deep or wide documents, and anybody may send one. Throws for a document that
 * declares entities, nests deeper than the limit of `parseXml`, or has too many parts.
 */
function requireModest(root: XmlElement): void {
  let parts = 0;
  for (const open = [root]; open.length > 0; ) {
    const element = open.pop();
    open.push(...(element?.children ?? []));
    parts += 1 + Object.keys(element?.attributes ?? {}).length;
    if (parts > MAX_PARTS) throw new Unauthenticated('the assertion is not valid');
  }
}

/**
 * True when both response and assertion are addressed to this URL (SAML 2.0 bindings, section 3.5.5.2; profiles,
 * section 4.1.4.3): one for another service of the same audience is refused. Both are signed.
 */
function isAddressed(response: string | undefined, assertion: string, here: string): boolean {
  if (response === undefined || parseXml(response, 'response').attributes['Destination'] !== here) return false;
  const data = elements(parseXml(assertion, 'assertion'), ['Subject', 'SubjectConfirmation', 'SubjectConfirmationData']);
  return data.length > 0 && data.every(({ attributes }) => attributes['Recipient'] === here);
}

/** The elements at a path of local names. */
function elements(root: XmlElement, path: readonly string[]): XmlElement[] {
  return path.reduce<XmlElement[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name.replace(/^.*:/, '') === name)),
    [root],
  );
}

async function refuseReplay(ground: Ground, assertion: string): Promise<void> {
  const used = { kind: 'assertion', state: hashOf(assertion), data: {}, expiresAt: timeOf(ground, HOUR_MS) } as const;
  if (!(await ground.store.shared((shared) => keepState(shared, used)))) throw new Unauthenticated('the assertion is not valid');
}

/** The id of a request is derived from its relay state, so an answer fits only that sign-in. */
function requestIdOf(relayState: string): string {
  return `_${hashOf(`saml ${relayState}`).slice(0, 40)}`;
}

function serviceProvider(ground: Ground, relayState: string): SAML {
  const { saml } = ground.options;
  if (!saml || ground.options.publicUrl === undefined) throw new NotFound('sign-in by SAML');
  const expected = requestIdOf(relayState);
  return new SAML({
    callbackUrl: publicUrlOf(ground, ACS),
    entryPoint: saml.entryPoint,
    issuer: saml.issuer,
    audience: saml.audience,
    idpCert: [...saml.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    acceptedClockSkewMs: LEEWAY_S * 1000,
    maxAssertionAgeMs: HOUR_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => expected,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    cacheProvider: {
      saveAsync: async (_, value) => ({ value, createdAt: ground.clock() }),
      getAsync: async (id) => (id === expected ? new Date(ground.clock()).toISOString() : null),
      removeAsync: async (id) => id,
    },
  });
}
