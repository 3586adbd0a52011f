import { describe, expect, it } from 'vitest';
import { secretsOf } from '../../../src/collect/secrets/scan-text.js';
import { secretOfSetting } from '../../../src/collect/secrets/setting.js';
import { valueHasher } from '../../../src/collect/secrets/value-hash.js';
import { secretShapes } from '../../../src/model/secret-shapes.js';
import { Dice, madePem, madeSecret, shapeNamed } from '../../support/made-secrets.js';

const hash = valueHasher();

function rulesIn(text: string, path: string): string[] {
  return secretsOf(Buffer.from(text), path, hash).map(({ rule, line }) => `${rule}:${line}`);
}

/** A name by which the provider's documentation calls the variable. */
function variableOf(id: string): string {
  const names: Readonly<Record<string, string>> = {
    'secret-azure-devops-pat': 'AZURE_DEVOPS_EXT_PAT',
    'secret-azure-service-bus-key': 'SharedAccessKey',
    'secret-azure-storage-key': 'AccountKey',
    'secret-azure-openai-key': 'AZURE_OPENAI_API_KEY',
    'secret-aws-secret-access-key': 'AWS_SECRET_ACCESS_KEY',
    'secret-datadog-app-key': 'DD_APP_KEY',
    'secret-datadog-api-key': 'DD_API_KEY',
  };
  return (
    names[id] ??
    id
      .replace(/^secret-/, '')
      .replaceAll('-', '_')
      .toUpperCase()
  );
}

describe('keys of providers', () => {
  it.each(secretShapes)('$id is found where it stands, and only it', (shape) => {
    const dice = new Dice(shape.id.length * 77);
    for (let round = 0; round < 5; round++) {
      const value = madeSecret(shape, dice);
      expect(rulesIn(`# settings\n\n${variableOf(shape.id)}=${value}\n`, '.env')).toEqual([`${shape.id}:3`]);
      expect(rulesIn(`{\n  "${variableOf(shape.id)}": "${value}"\n}\n`, 'config.json')).toEqual([`${shape.id}:2`]);
    }
  });

  it.each(secretShapes.filter(({ check }) => check?.startsWith('crc')))('$id with a wrong checksum is nothing', (shape) => {
    const value = madeSecret(shape, new Dice(5));
    const wrong = value.slice(0, -1) + (value.endsWith('0') ? '1' : '0');
    expect(rulesIn(`API_TOKEN=${wrong}\n`, '.env')).toEqual([]);
  });

  it('of hexadecimal digits count with the provider’s name alone', () => {
    const value = madeSecret(shapeNamed('wandb-api-key'), new Dice(3));
    expect(rulesIn(`commit = "${value}"\n`, 'app.py')).toEqual([]);
    expect(rulesIn(`wandb.login(key="${value}")\n`, 'app.py')).toEqual(['secret-wandb-api-key:1']);
  });

  it('and of key ids and their secret within three lines are one', () => {
    const dice = new Dice(9);
    const [id, secret] = [madeSecret(shapeNamed('aws-access-key-id'), dice), madeSecret(shapeNamed('aws-secret-access-key'), dice)];
    expect(rulesIn(`id,secret\n${id},${secret}\n`, 'keys.csv')).toEqual(['secret-aws-secret-access-key:2']);
    expect(rulesIn(`[default]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`, '.aws/credentials')).toEqual([
      'secret-aws-secret-access-key:3',
    ]);
  });
});

describe('what is seen of a secret', () => {
  it('is a mask and a hash that only this run can make', () => {
    const value = madeSecret(shapeNamed('github-pat'), new Dice(1));
    const [seen] = secretsOf(Buffer.from(`GH=${value}\n`), '.env', hash);
    expect(seen).toMatchObject({ masked: 'ghp_…(40)', proof: 'checksum', severity: 'critical', confidence: 'high' });
    expect(JSON.stringify(seen)).not.toContain(value.slice(4, 12));
    expect(seen?.valueHash).toBe(hash(value));
    expect(seen?.valueHash).not.toBe(valueHasher()(value));
  });

  it('moves with the place: less sure in tests, least in other people’s code', () => {
    const text = Buffer.from(`GH=${madeSecret(shapeNamed('github-pat'), new Dice(1))}\n`);
    const confidenceAt = (path: string) => secretsOf(text, path, hash)[0]?.confidence;
    expect([confidenceAt('run.sh'), confidenceAt('test/run.sh'), confidenceAt('vendor/run.sh')]).toEqual(['high', 'medium', 'low']);
  });
});

describe('private keys', () => {
  const dice = new Dice(4);
  it.each(['RSA PRIVATE KEY', 'EC PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY'])('%s is told at its header', (kind) => {
    const pem = madePem(kind, dice);
    expect(rulesIn(`# key\n${pem}`, 'server.pem')).toEqual(['secret-private-key:2']);
    expect(rulesIn(`{"key": "${pem.replaceAll('\n', '\\n')}"}`, 'a.json')).toEqual(['secret-private-key:1']);
    expect(rulesIn(`key: |\n  ${pem.replaceAll('\n', '\n  ')}`, 'a.yaml')).toEqual(['secret-private-key:2']);
  });

  it('without a body are none', () => {
    const frame = 'RSA PRIVATE KEY';
    expect(rulesIn(`const BEGIN = '-----BEGIN ${frame}-----';\nconst END = '-----END ${frame}-----';\n`, 'a.ts')).toEqual([]);
  });
});

describe('a setting', () => {
  it('is a secret by its shape or its name', () => {
    const value = madeSecret(shapeNamed('github-pat'), new Dice(8));
    expect(secretOfSetting('ANYTHING', value, hash)?.rule).toBe('secret-github-pat');
    expect(secretOfSetting('DB_PASSWORD', 'kV9#mm2!xw-7', hash)?.rule).toBe('secret-generic-password');
    expect(secretOfSetting('DB_PASSWORD', '${DB_PASSWORD}', hash)).toBeUndefined();
    expect(secretOfSetting('PATH', '/usr/local/bin:/usr/bin', hash)).toBeUndefined();
  });
});

describe('a connection string', () => {
  it.each([
    'redis-cart:6379',
    'redis-0.cache:6379,redis-1.cache:6379,abortConnect=false',
    'Server=tcp:db-7.internal,1433;Database=shop;Integrated Security=true',
  ])('without a password is no secret: %s', (value) => {
    expect(rulesIn(`connectionString: "${value}"\n`, 'values.yaml')).toEqual([]);
  });

  it('with a password is one', () => {
    const password = 'kV9#mm2!xw-7';
    expect(rulesIn(`connectionString: "redis-cart:6379,password=${password}"\n`, 'values.yaml')).not.toEqual([]);
    expect(rulesIn(`connectionString: "Server=db;Database=shop;User Id=app;Password=${password}"\n`, 'values.yaml')).not.toEqual([]);
  });
});

describe('tokens of registries', () => {
  it('are found in their file, and code that looks for one holds none', () => {
    const token = ['9f0c1b2e', '7a41', '4c53', 'b1d2', '6e8f90a1b2c3'].join('-');
    expect(rulesIn(`//npm.corp.test/:_authToken=${token}\n`, '.npmrc')).toEqual(['secret-npmrc:1']);
    expect(rulesIn('The .npmrc with _authToken stays behind.\n', 'notes.md')).toEqual([]);
    expect(rulesIn('const m = /_authToken=(\\S+)/.exec(text);\n', 'read.js')).toEqual([]);
  });
});
