import { describe, expect, it } from 'vitest';
import { registriesIn } from '../../src/config/registries.js';

const file = (...registries: unknown[]) => registriesIn(JSON.stringify({ registries }), 'registries.json');

describe('the file of registries', () => {
  it('names hosts in small letters, with one way to sign in or none', () => {
    expect(
      file(
        { host: 'GHCR.io', user: 'bot', password_file: '/run/secrets/ghcr' },
        { host: 'r.example:5000', credential_helper: 'ecr-login' },
        { host: '[::1]:5000', plain_http: true },
      ),
    ).toEqual([
      { host: 'ghcr.io', user: 'bot', password_file: '/run/secrets/ghcr' },
      { host: 'r.example:5000', credential_helper: 'ecr-login' },
      { host: '[::1]:5000', plain_http: true },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['an address', { host: 'https://ghcr.io' }, 'host: expected the name of a host'],
    ['no host', { user: 'bot', password_file: '/f' }, 'host: expected'],
    ['a password', { host: 'ghcr.io', password: 'orchid-never-shown' }, 'no such field: password'],
    ['a user alone', { host: 'ghcr.io', user: 'bot' }, 'user and password_file are needed together'],
    ['a user and a helper', { host: 'ghcr.io', user: 'bot', password_file: '/f', credential_helper: 'x' }, 'do not go with it'],
    ['a helper that is a path', { host: 'ghcr.io', credential_helper: '../evil' }, 'the name behind docker-credential-'],
    ['a text for a switch', { host: 'ghcr.io', plain_http: 'yes' }, 'plain_http: expected true or false'],
    ['no object', 'ghcr.io', 'expected an object'],
  ])('refuses %s, and names the entry without its values', (_, entry, words) => {
    const wrong = () => file({ host: 'first.example' }, entry);
    expect(wrong).toThrow(words);
    expect(wrong).toThrow(expect.objectContaining({ where: 'registries.json: registries[1]' }));
    expect(wrong).not.toThrow('orchid-never-shown');
  });

  it.each(['[]', '{}', '{"registries": {}}', '{"registries": [], "more": 1}', '{"registries": [', 'null'])('refuses %s', (text) => {
    expect(() => registriesIn(text, 'registries.json')).toThrow(/expected|ends too early/);
  });

  it('refuses a registry that is there twice', () => {
    expect(() => file({ host: 'ghcr.io' }, { host: 'GHCR.IO' })).toThrow('ghcr.io is there twice');
  });
});
