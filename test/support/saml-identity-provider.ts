import { createRequire } from 'node:module';
import selfsigned from 'selfsigned';

interface Party {
  parseLoginRequest(sp: Party, binding: string, request: object): Promise<{ extract: { request: { id: string } } }>;
  createLoginResponse(sp: Party, request: object, binding: string, user: object, fill: object): Promise<{ context: string }>;
}

interface Samlify {
  setSchemaValidator(validator: object): void;
  ServiceProvider(settings: object): Party;
  IdentityProvider(settings: object): Party;
  Constants: { namespace: { binding: { post: string; redirect: string } } };
}

// Its types would bring those of browsers into the whole program.
const samlify: Samlify = createRequire(import.meta.url)('samlify');

/** A real SAML identity provider that says of users whatever a test wants. */
export interface SamlProvider {
  entryPoint: string;
  issuer: string;
  /** PEM. */
  certificate: string;
  /** The signed response to the request in the address the browser was sent to, as the form field has it. */
  respond(location: string, more?: Assertion): Promise<string>;
}

export interface Assertion {
  subject?: string;
  attributes?: Record<string, string>;
  audience?: string;
  /** Seconds from now. */
  validFor?: number;
  inResponseTo?: string;
  /** Where the response says it is to be brought. */
  destination?: string;
  /** Where the assertion says so. */
  recipient?: string;
  /** Signs with a key nobody knows. */
  forged?: boolean;
  unsignedResponse?: boolean;
}

const TEMPLATE =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{IssueInstant}" Destination="{Destination}" InResponseTo="{InResponseTo}"><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="{AssertionID}" Version="2.0" IssueInstant="{IssueInstant}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID>{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{NotOnOrAfter}" Recipient="{Recipient}" InResponseTo="{InResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{NotBefore}" NotOnOrAfter="{NotOnOrAfter}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="s"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>{Attributes}</saml:Assertion></samlp:Response>';

export function samlProvider(acs: string, audience: string): SamlProvider {
  samlify.setSchemaValidator({ validate: async () => 'checked elsewhere' });
  const [own, foreign] = [keyPair(), keyPair()];
  const issuer = 'https://idp.example/metadata';
  const entryPoint = 'https://idp.example/sign-in';
  const sp = consumer(acs, audience, true);
  const idpOf = ({ key, certificate }: KeyPair) =>
    samlify.IdentityProvider({
      entityID: issuer,
      privateKey: key,
      signingCert: certificate,
      wantAuthnRequestsSigned: false,
      messageSigningOrder: 'sign-then-encrypt',
      singleLogoutService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: `${entryPoint}/out` }],
      singleSignOnService: [{ Binding: samlify.Constants.namespace.binding.redirect, Location: entryPoint }],
      loginResponseTemplate: { context: TEMPLATE, attributes: [] },
    });
  return {
    entryPoint,
    issuer,
    certificate: own.certificate,
    async respond(location, { forged = false, unsignedResponse = false, ...more } = {}) {
      const idp = idpOf(forged ? foreign : own);
      const request = new URL(location).searchParams.get('SAMLRequest') ?? '';
      const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query: { SAMLRequest: request } });
      const id = String(extract.request.id);
      const fill = (template: string) => ({
        id: `_${Math.random().toString(16).slice(2)}`,
        context: filled(template, { acs, audience, issuer, id, ...more }),
      });
      const made = await idp.createLoginResponse(consumer(acs, audience, !unsignedResponse), { extract }, 'post', {}, fill);
      return made.context;
    },
  };
}

function consumer(acs: string, audience: string, wantMessageSigned: boolean): Party {
  return samlify.ServiceProvider({
    entityID: audience,
    wantMessageSigned,
    wantAssertionsSigned: true,
    assertionConsumerService: [{ Binding: samlify.Constants.namespace.binding.post, Location: acs }],
  });
}

interface Filling extends Assertion {
  acs: string;
  audience: string;
  issuer: string;
  id: string;
}

function filled(
  template: string,
  {
    acs,
    audience,
    issuer,
    id,
    subject = 'ann',
    attributes = { org: 'acme', role: 'sec' },
    validFor = 300,
    inResponseTo = id,
    ...more
  }: Filling,
): string {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const list = Object.entries(attributes).map(
    ([name, value]) => `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  const values: Record<string, string> = {
    ID: `_r${Math.random().toString(16).slice(2)}`,
    AssertionID: `_a${Math.random().toString(16).slice(2)}`,
    IssueInstant: at(Math.min(0, validFor - 300)),
    NotBefore: at(Math.min(0, validFor - 300)),
    NotOnOrAfter: at(validFor),
    Destination: more.destination ?? acs,
    Recipient: more.recipient ?? acs,
    InResponseTo: inResponseTo,
    Issuer: issuer,
    NameID: subject,
    Audience: audience,
    Attributes: `<saml:AttributeStatement>${list.join('')}</saml:AttributeStatement>`,
  };
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

interface KeyPair {
  key: string;
  certificate: string;
}

function keyPair(): KeyPair {
  const made = selfsigned.generate([{ name: 'commonName', value: 'idp' }], { days: 2, keySize: 2048, algorithm: 'sha256' });
  return { key: made.private, certificate: made.cert };
}
