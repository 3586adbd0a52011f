/** A way to refer to a credential that is stored elsewhere, and the form of such a reference. */
interface Shape {
  pattern: RegExp;
  expected: string;
}

const ROLE: Shape = {
  pattern: /^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
  expected: 'arn:aws:iam::<account>:role/<name>',
};
const VARIABLE: Shape = { pattern: /^[A-Za-z_][A-Za-z0-9_]{0,127}$/, expected: 'the name of an environment variable' };
const FILE: Shape = { pattern: /^(?:\/|[A-Za-z]:[\\/])(?!.*(?:^|[\\/])\.\.(?:[\\/]|$)).{1,500}$/, expected: 'an absolute path' };

const IDENTITY: Readonly<Record<string, Shape>> = {
  aws: ROLE,
  azure: { pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, expected: 'the client id of a managed identity' },
  gcp: {
    pattern:
      /^[a-z0-9-]{1,63}@[a-z0-9-]{1,63}(?:\.iam|\.developer)?\.gserviceaccount\.com$|^(?:\/\/iam\.googleapis\.com\/)?projects\/[\w-]+\/locations\/[\w-]+\/workloadIdentityPools\/[\w-]+\/providers\/[\w-]+$/,
    expected: 'a service account, or the provider of a workload identity pool',
  },
};
const ANY_IDENTITY: Shape = {
  pattern: /^(?:system:serviceaccount:[a-z0-9-]{1,63}:[a-z0-9.-]{1,253}|spiffe:\/\/[\w.-]{1,255}\/.{1,500})$/,
  expected: 'system:serviceaccount:<namespace>:<name>, or a SPIFFE id',
};

const SECRET: Readonly<Record<string, Shape>> = {
  aws: {
    pattern:
      /^arn:aws[a-z-]*:(?:secretsmanager:[a-z0-9-]+:\d{12}:secret:[\w/+=.@-]{1,512}|ssm:[a-z0-9-]+:\d{12}:parameter\/[\w./-]{1,1011})$/,
    expected: 'the ARN of a secret or parameter',
  },
  azure: {
    pattern: /^https:\/\/[a-z0-9-]{3,24}\.vault\.(?:azure\.net|azure\.cn|usgovcloudapi\.net)\/secrets\/[\w-]{1,127}(?:\/[0-9a-f]{32})?$/i,
    expected: 'https://<vault>.vault.azure.net/secrets/<name>',
  },
  gcp: {
    pattern: /^projects\/[\w-]+\/secrets\/[\w-]{1,255}(?:\/versions\/(?:latest|\d+))?$/,
    expected: 'projects/<project>/secrets/<name>',
  },
};
const ANY_SECRET: Shape = {
  pattern: /^(?:[a-z][a-z0-9+.-]{1,30}:(?:\/\/)?)?[\w.@ +=-]{1,255}(?:[/:#][\w.@ +=-]{1,255}){1,20}$/i,
  expected: 'a path, such as vault:secret/data/<name>#<key>',
};

/**
 * Why a reference does not have the form of its provider and mode; undefined when it has. The reference is not repeated
 * in the text.
 */
export function shapeFault({
  provider,
  mode,
  external_ref: ref,
}: {
  provider: string;
  mode: string;
  external_ref: string;
}): string | undefined {
  const shapes = shapesOf(provider, mode);
  if (shapes.length === 0) return `the provider ${provider} has no credentials of mode ${mode}`;
  return shapes.some(({ pattern }) => pattern.test(ref)) ? undefined : `expected ${shapes.map(({ expected }) => expected).join(', or ')}`;
}

function shapesOf(provider: string, mode: string): Shape[] {
  switch (mode) {
    case 'role_arn':
      return provider === 'aws' ? [ROLE] : [];
    case 'workload_identity':
      return [...(IDENTITY[provider] ? [IDENTITY[provider]] : []), ANY_IDENTITY];
    case 'secret_manager':
      return SECRET[provider] ? [SECRET[provider]] : [...Object.values(SECRET), ANY_SECRET];
    case 'env':
      return [VARIABLE];
    default:
      return [FILE];
  }
}
