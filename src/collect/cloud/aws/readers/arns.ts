/** The function that an address of an integration or a target names, without its version. */
export function functionIn(text: string | undefined): string | undefined {
  return /arn:[\w-]+:lambda:[a-z0-9-]+:\d{12}:function:[\w-]+/.exec(text ?? '')?.[0];
}

/** The secret that a reference names; what follows its name picks a key or a version of it. */
export function secretIn(text: string | undefined): string | undefined {
  return /^arn:[\w-]+:secretsmanager:[a-z0-9-]+:\d{12}:secret:[^:]+/.exec(text ?? '')?.[0];
}

/** The bucket of `s3://bucket/key`. */
export function bucketIn(partition: string, address: string | undefined): string | undefined {
  const [, bucket] = /^s3:\/\/([^/]+)/.exec(address ?? '') ?? [];
  return bucket === undefined ? undefined : `arn:${partition}:s3:::${bucket}`;
}
