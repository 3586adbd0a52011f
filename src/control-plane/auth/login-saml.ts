import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { isObject } from '../../support/json.js';
import { NotFound, Unauthenticated } from '../failures.js';
import { type ControlPlane, timeOf } from '../plane.js';
import { keepState } from '../store/login-states.js';
import { hashOf } from './api-key.js';
import { asserted } from './claim-mapping.js';
import { admitFederated } from './federated.js';
import { beginLogin, endLogin, type LoginAnswer, type LoginCall, type LoginWish, publicUrlOf, sendAway, welcome } from './login-flow.js';

const ACS = '/v1/auth/saml/acs';
const SKEW_MS = 30_000;
const HOUR_MS = 3_600_000;

/** Sends the browser to the identity provider (SAML 2.0 bindings, section 3.4). */
export async function startSamlLogin(call: LoginCall, wish: LoginWish): Promise<LoginAnswer> {
  const { plane } = call;
  serviceProvider(plane, '');
  const login = await beginLogin(plane, 'saml', wish);
  return sendAway(call, login, await serviceProvider(plane, login.state).getAuthorizeUrlAsync(login.state, undefined, {}));
}

/**
 * Takes an assertion: response and assertion signed, for us, within its times, the answer to the one request that its relay state
 * stands for, and never seen before.
 */
export async function finishSamlLogin(call: LoginCall, form: { SAMLResponse: string; RelayState: string }): Promise<LoginAnswer> {
  const { plane } = call;
  const { saml } = plane.options;
  const provider = serviceProvider(plane, form.RelayState);
  if (!saml) throw new NotFound('sign-in by SAML');
  const wish = await endLogin(call, { kind: 'saml', state: form.RelayState });
  const profile = await validated(provider, form);
  await refuseReplay(plane, profile.assertion);
  return welcome(call, 'saml', await admitFederated(asserted(profile.nameId, profile.attributes, saml), plane), wish);
}

/** Describes us to an identity provider (SAML 2.0 metadata). */
export function samlMetadata(plane: ControlPlane): string {
  return serviceProvider(plane, '').generateServiceProviderMetadata(null);
}

interface Validated {
  nameId: unknown;
  attributes: Record<string, unknown>;
  assertion: string;
}

async function validated(provider: SAML, form: { SAMLResponse: string; RelayState: string }): Promise<Validated> {
  try {
    const { profile } = await provider.validatePostResponseAsync(form);
    const assertion = profile?.getAssertionXml?.();
    if (profile && assertion !== undefined) {
      const attributes = isObject(profile['attributes']) ? { ...profile['attributes'] } : {};
      return { nameId: profile.nameID, attributes, assertion };
    }
  } catch {
    // Whatever is wrong with it, who forges one learns nothing.
  }
  throw new Unauthenticated('the assertion is not valid');
}

async function refuseReplay(plane: ControlPlane, assertion: string): Promise<void> {
  const used = { kind: 'assertion', state: hashOf(assertion), data: {}, expiresAt: timeOf(plane, HOUR_MS) } as const;
  if (!(await plane.store.shared((shared) => keepState(shared, used)))) throw new Unauthenticated('the assertion is not valid');
}

/** The id of a request follows from its relay state, so an answer fits that one sign-in and no other. */
function requestIdOf(relayState: string): string {
  return `_${hashOf(`saml ${relayState}`).slice(0, 40)}`;
}

function serviceProvider(plane: ControlPlane, relayState: string): SAML {
  const { saml } = plane.options;
  if (!saml || plane.options.publicUrl === undefined) throw new NotFound('sign-in by SAML');
  const expected = requestIdOf(relayState);
  return new SAML({
    callbackUrl: publicUrlOf(plane, ACS),
    entryPoint: saml.entryPoint,
    issuer: saml.issuer,
    audience: saml.audience,
    idpCert: [...saml.certificates],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    acceptedClockSkewMs: SKEW_MS,
    maxAssertionAgeMs: HOUR_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => expected,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    cacheProvider: {
      saveAsync: async (_, value) => ({ value, createdAt: plane.clock() }),
      getAsync: async (id) => (id === expected ? new Date(plane.clock()).toISOString() : null),
      removeAsync: async (id) => id,
    },
  });
}
