import { createHash } from 'node:crypto';
import { isObject } from '../../../../support/json.js';
import { CloudRefused } from '../../contract/cloud-errors.js';
import type { CloudAccess } from '../../contract/provider.js';
import type { AwsKeys } from './keys.js';
import { smallText } from './text-file.js';

type Section = Readonly<Record<string, string>>;
type Sections = ReadonlyMap<string, Section>;

/** A profile may name another one as its source; longer chains are circles. */
const MAX_PROFILES = 5;

/**
 * Keys of the profile `AWS_PROFILE`: for a service those of the file that `AWS_SHARED_CREDENTIALS_FILE` names, which somebody mounted;
 * for a person also a role, and the session of `aws sso login`.
 */
export async function keysOfProfile(access: CloudAccess): Promise<AwsKeys | undefined> {
  const sections = sectionsOf(access);
  return keysOf(access, sections, access.environment['AWS_PROFILE'] ?? 'default', MAX_PROFILES);
}

function sectionsOf(access: CloudAccess): Sections {
  const { environment, identity } = access;
  const isPerson = identity === 'developer';
  const home = environment['HOME'] ?? environment['USERPROFILE'];
  const inHome = (name: string) => (isPerson && home !== undefined ? `${home}/.aws/${name}` : undefined);
  const config = isPerson ? (environment['AWS_CONFIG_FILE'] ?? inHome('config')) : undefined;
  const keys = environment['AWS_SHARED_CREDENTIALS_FILE'] ?? inHome('credentials');
  const merged = new Map<string, Section>();
  for (const path of [config, keys]) {
    for (const [name, section] of path === undefined ? [] : sectionsOfText(smallText(access, path) ?? ''))
      merged.set(name, { ...merged.get(name), ...section });
  }
  return merged;
}

/** `[profile x]` of the one file is `[x]` of the other; `[sso-session x]` keeps its word. */
function sectionsOfText(text: string): [string, Section][] {
  const blocks = text.split(/^[ \t]*\[/m).slice(1);
  return blocks.map((block) => {
    const end = block.indexOf(']');
    const name = block
      .slice(0, end)
      .trim()
      .replace(/^profile\s+/, '')
      .replace(/^(["'])(.*)\1$/, '$2')
      .replace(/\s+/g, ' ');
    const pairs = block.slice(end + 1).matchAll(/^([A-Za-z_]\w*)[ \t]*=[ \t]*(.*?)[ \t]*\r?$/gm);
    return [name, Object.fromEntries([...pairs].map(([, key = '', value = '']) => [key.toLowerCase(), value]))];
  });
}

async function keysOf(access: CloudAccess, sections: Sections, name: string, left: number): Promise<AwsKeys | undefined> {
  const section = sections.get(name);
  if (!section) return undefined;
  if (left === 0) throw new CloudRefused({ where: `profile ${name}`, message: 'the profiles name one another in a circle' });
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey, aws_session_token: sessionToken } = section;
  if (access.identity === 'developer' && section['role_arn']) return assumed(access, sections, section, left);
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  if (access.identity !== 'developer') return undefined;
  if (section['sso_account_id']) return signedIn(access, sections, section, name);
  if (section['credential_process'])
    throw new CloudRefused({
      where: `profile ${name}`,
      message: 'it starts a program for its keys, which we do not',
      hint: `eval "$(aws configure export-credentials --format env --profile ${name})"`,
    });
  return undefined;
}

async function assumed(access: CloudAccess, sections: Sections, section: Section, left: number): Promise<AwsKeys | undefined> {
  const { role_arn: roleArn = '', source_profile: source, external_id: externalId, region } = section;
  const keys = source === undefined ? undefined : await keysOf(access, sections, source, left - 1);
  if (!keys) return undefined;
  const { keysOfRole } = await import('./exchange.js');
  return keysOfRole(access, () => Promise.resolve(keys), { roleArn, externalId, region });
}

/** The session that `aws sso login` left behind; a new one is the person's to start. */
async function signedIn(access: CloudAccess, sections: Sections, section: Section, name: string): Promise<AwsKeys> {
  const session = section['sso_session'];
  const { sso_region: region = '', sso_start_url: start = '' } =
    (session === undefined ? undefined : sections.get(`sso-session ${session}`)) ?? section;
  const file = `${createHash('sha1')
    .update(session ?? start)
    .digest('hex')}.json`;
  const accessToken = tokenOf(
    smallText(access, `${access.environment['HOME'] ?? access.environment['USERPROFILE']}/.aws/sso/cache/${file}`),
    access.clock(),
  );
  const hint = `aws sso login --profile ${name}`;
  if (accessToken === undefined) throw new CloudRefused({ where: `profile ${name}`, message: 'its sign-in has expired', hint });
  const { keysOfSignIn } = await import('./exchange.js');
  return keysOfSignIn(access, {
    region,
    accessToken,
    accountId: section['sso_account_id'] ?? '',
    roleName: section['sso_role_name'] ?? '',
  });
}

function tokenOf(text: string | undefined, now: number): string | undefined {
  if (text === undefined) return undefined;
  try {
    const kept: unknown = JSON.parse(text);
    if (!isObject(kept)) return undefined;
    const { accessToken, expiresAt } = kept;
    return typeof accessToken === 'string' && typeof expiresAt === 'string' && Date.parse(expiresAt) > now ? accessToken : undefined;
  } catch {
    return undefined;
  }
}
