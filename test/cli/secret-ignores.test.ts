import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Dice, madeSecret, shapeNamed } from '../support/made-secrets.js';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';

const token = madeSecret(shapeNamed('github-pat'), new Dice(12));
const RULE = 'secret-github-pat';
let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

interface Report {
  findings: { rule?: string; aliases: string[]; suppressed?: { by: string; reason: string; expires?: string } }[];
  notes: { kind: string; text: string }[];
}

/** The findings of the rule, and the notes on ignores, of one file. */
async function told(name: string, text: string) {
  const cwd = projectFolder({ [name]: text });
  const { stdout } = await database.run(['scan', '.', '--offline', '--no-vulnerabilities', '--format', 'json'], { cwd });
  expect(stdout).not.toContain(token.slice(4));
  const { findings, notes }: Report = JSON.parse(stdout);
  return {
    suppressed: findings.filter(({ rule, aliases }) => rule === RULE || aliases.includes(RULE)).map(({ suppressed }) => suppressed),
    notes: notes.flatMap(({ kind, text: words }) => (kind.endsWith('_ignore') ? [words] : [])),
  };
}

describe('a comment that sets a secret aside', () => {
  it.each([
    ['.env', `GH_TOKEN=${token} # castellan:ignore ${RULE} -- revoked [until=2999-01-01]\n`],
    ['src/client.ts', `// castellan:ignore ${RULE} -- revoked [until=2999-01-01]\nexport const token = '${token}';\n`],
    ['conf/app.yaml', `github:\n  # castellan:ignore ${RULE} -- revoked until=2999-01-01\n  token: ${token}\n`],
    ['conf/app.json5', `{\n  token: '${token}', // castellan:ignore ${RULE} -- revoked until=2999-01-01\n}\n`],
    ['page.html', `<!-- castellan:ignore ${RULE} -- revoked until=2999-01-01 -->\n<meta name="token" content="${token}">\n`],
    ['setup.ini', `[github]\n; castellan:ignore ${RULE} -- revoked until=2999-01-01\ntoken = ${token}\n`],
    ['seed.sql', `-- castellan:ignore ${RULE} -- revoked until=2999-01-01\nINSERT INTO keys (token) VALUES ('${token}');\n`],
    ['Dockerfile', `FROM scratch\n# castellan:ignore ${RULE} -- revoked until=2999-01-01\nENV GH_TOKEN=${token}\n`],
    [
      'k8s.yaml',
      `kind: Secret\napiVersion: v1\nmetadata: {name: a}\nstringData:\n  token: ${token} # castellan:ignore ${RULE} -- revoked until=2999-01-01\n`,
    ],
  ])('holds in %s', async (name, text) => {
    expect(await told(name, text)).toEqual({ suppressed: [{ by: 'ignore', reason: 'revoked', expires: '2999-01-01' }], notes: [] });
  });

  it('holds for its own line and rule only', async () => {
    const comment = `# castellan:ignore ${RULE} -- revoked`;
    const { suppressed } = await told('.env', `A_TOKEN=${token} ${comment}\nB_TOKEN=${token}\n`);
    expect(suppressed.map((one) => one?.reason)).toEqual(['revoked', undefined]);
  });

  it.each(['.env', 'Dockerfile'])('holds with a reason only, and is named once: %s', async (name) => {
    const start = name === 'Dockerfile' ? 'FROM scratch\nENV ' : '\n\n';
    const { suppressed, notes } = await told(name, `# castellan:ignore ${RULE}\n${start}GH_TOKEN=${token}\n`);
    expect(suppressed).toEqual([undefined]);
    expect(notes).toEqual([expect.stringMatching(/castellan:ignore of "?secret-github-pat"? does not hold: it gives no reason after --$/)]);
  });

  it('shows no value that its reason repeats', async () => {
    const { suppressed } = await told('.env', `GH_TOKEN=${token} # castellan:ignore ${RULE} -- ${token} is revoked\n`);
    expect(suppressed[0]?.reason).toMatch(/is revoked$/);
  });

  it.each(['.env', 'docker-compose.yml'])('shows no password that its reason repeats, whatever shape it has: %s', async (name) => {
    const rule = name === '.env' ? 'secret-generic-password' : 'compose-literal-secret';
    const comment = `# castellan:ignore ${rule} -- "Vq7-plumTree9" is of the test bench`;
    const text =
      name === '.env' ? 'DB_PASSWORD=Vq7-plumTree9' : 'services: {db: {image: "a:1", environment: {DB_PASSWORD: Vq7-plumTree9}}}';
    const cwd = projectFolder({ [name]: `${text} ${comment}\n` });
    const { stdout } = await database.run(['scan', '.', '--offline', '--no-vulnerabilities', '--format', 'json'], { cwd });
    expect(stdout).not.toContain('Vq7');
    expect(stdout).toContain('is of the test bench');
  });
});
