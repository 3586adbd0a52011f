import { beforeAll, describe, expect, it } from 'vitest';
import { cpuTime } from '../../support/cpu-time.js';
import { sqlite } from '../../support/databases.js';
import { type Assertion, type SamlProvider, samlProvider } from '../../support/saml-identity-provider.js';
import { withPlane } from '../../support/with-plane.js';

const HOME = 'https://castellan.example.com';
const ACS = `${HOME}/v1/auth/saml/acs`;
const US = 'https://castellan.example.com/saml';
const host = { host: 'castellan.example.com' };

describe('a SAML response that was tampered with', () => {
  let idp: SamlProvider;
  const at = withPlane(sqlite(), async () => {
    idp = samlProvider(ACS, US);
    const mapping = { tenantClaim: 'org', roleClaim: 'role', roles: { sec: 'analyst', root: 'admin' } } as const;
    const saml = { entryPoint: idp.entryPoint, issuer: US, audience: US, certificates: [idp.certificate], ...mapping };
    return { publicUrl: HOME, saml };
  });
  beforeAll(async () => {
    await at.key('acme');
  });

  /** Signs in with what `change` makes of the provider's answer. */
  async function attempt(change: (xml: string) => string, assertion: Assertion = {}) {
    const login = await at.ask('GET', '/v1/auth/saml/login', { headers: host });
    const location = String(login.headers['location']);
    const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
    const xml = Buffer.from(await idp.respond(location, assertion), 'base64').toString();
    const form = {
      SAMLResponse: Buffer.from(change(xml)).toString('base64'),
      RelayState: new URL(location).searchParams.get('RelayState') ?? '',
    };
    return at.ask('POST', '/v1/auth/saml/acs', {
      body: new URLSearchParams(form).toString(),
      headers: { ...host, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
  const withoutSignatures = (xml: string) => xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, '');
  const evil = (assertion: string) =>
    withoutSignatures(assertion)
      .replace(/ ID="[^"]*"/, ' ID="_evil"')
      .replace('>ann<', '>mallory<')
      .replace('>sec<', '>root<');

  const wrappings: [string, (xml: string) => string][] = [
    ['a second assertion before the signed one', (xml) => xml.replace('<saml:Assertion', `${evil(assertionIn(xml))}<saml:Assertion`)],
    ['a second assertion after the signed one', (xml) => xml.replace('</samlp:Response>', `${evil(assertionIn(xml))}</samlp:Response>`)],
    [
      'the signed response inside another',
      (xml) => {
        const outer = evil(withoutSignatures(xml)).replace(/(<samlp:Response[^>]*?) ID="[^"]*"/, '$1 ID="_outer"');
        return outer.replace(
          '</samlp:Response>',
          `<samlp:Extensions>${xml.replace(/^<\?xml[^>]*>/, '')}</samlp:Extensions></samlp:Response>`,
        );
      },
    ],
    [
      'the signed assertion hidden inside a forged one',
      (xml) =>
        xml.replace(
          assertionIn(xml),
          evil(assertionIn(xml)).replace('</saml:Assertion>', `<saml:Advice>${assertionIn(xml)}</saml:Advice></saml:Assertion>`),
        ),
    ],
    [
      'the signed assertion hidden in its signature',
      (xml) => {
        const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(assertionIn(xml))?.[0] ?? '';
        const holder = signature.replace('</ds:Signature>', `<ds:Object>${assertionIn(xml)}</ds:Object></ds:Signature>`);
        return xml.replace(assertionIn(xml), evil(assertionIn(xml)).replace('</saml:Issuer>', `</saml:Issuer>${holder}`));
      },
    ],
    ['no signatures at all', withoutSignatures],
    ['a changed role', (xml) => xml.replace('>sec<', '>root<')],
    ['the assertion alone', assertionIn],
  ];

  it.each(wrappings)('is refused: %s', async (_, change) => {
    const answer = await attempt((xml) => {
      const changed = change(xml);
      expect(changed).not.toBe(xml);
      return changed;
    });
    expect([answer.status, answer.body]).toEqual([401, { detail: 'the assertion is not valid' }]);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('is refused when it was made to be brought elsewhere, though the audience is ours', async () => {
    const elsewhere = 'https://another.example.com/v1/auth/saml/acs';
    expect((await attempt((xml) => xml, { destination: elsewhere })).status).toBe(401);
    expect((await attempt((xml) => xml, { recipient: elsewhere })).status).toBe(401);
    expect((await attempt((xml) => xml)).status).toBe(302);
  });

  it('names nobody else by a comment in the name', async () => {
    const answer = await attempt((xml) => xml.replace('>root.evil.example<', '>root<!-- -->.evil.example<'), {
      subject: 'root.evil.example',
    });
    if (answer.status === 401) return;
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    expect((await at.ask('GET', '/v1/auth/me', { headers: { ...host, cookie } })).body.subject).toBe('root.evil.example');
  });

  it('opens no entities and does not blow up', async () => {
    const bomb = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('');
    const doctypes = [
      `<!DOCTYPE r [<!ENTITY e0 "boom">${bomb}]>`,
      '<!DOCTYPE r [<!ENTITY e12 SYSTEM "file:///etc/passwd">]>',
      '<!DOCTYPE r SYSTEM "http://127.0.0.1:1/evil.dtd">',
    ];
    for (const doctype of doctypes) {
      const begun = cpuTime();
      const answer = await attempt((xml) => doctype + xml.replace(/^<\?xml[^>]*>/, '').replace('>ann<', '>&e12;<'));
      expect(answer.status).toBe(401);
      expect(cpuTime() - begun).toBeLessThan(3000);
    }
    const attributes = Array.from({ length: 30_000 }, (_, at) => ` a${at}=""`).join('');
    for (const heavy of [
      '<a>'.repeat(60_000),
      `<r>${'<a/>'.repeat(60_000)}</r>`,
      `<r${attributes}/>`,
      `<r>${'&amp;'.repeat(60_000)}</r>`,
      '<'.repeat(200_000),
    ]) {
      const begun = cpuTime();
      expect((await attempt(() => heavy)).status).toBe(401);
      expect(cpuTime() - begun).toBeLessThan(3000);
    }
  });
});
