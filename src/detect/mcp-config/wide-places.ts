const SOMEBODY =
  '(?:/(?:home|users)(?:/[^/]+)?|/root|(?:/mnt)?/[a-z]/users(?:/[^/]+)?|[a-z]:/users(?:/[^/]+)?|[a-z]:/documents and settings(?:/[^/]+)?)';
const HOME_NAME = '(?:~|\\$\\{?(?:env:)?(?:home|userprofile)\\}?|\\$\\{userhome\\}|%(?:userprofile|homepath|homedrive%%homepath)%)';
const WHOLE = new RegExp(
  `^(?:/|[a-z]:|/mnt/[a-z]|${HOME_NAME}|${SOMEBODY}|/etc|/var|/usr|/private|/volumes|/system|/windows|[a-z]:/windows)$`,
  'i',
);
const KEY_FOLDER =
  /(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.docker|\.azure|\.config\/(?:gcloud|gh)|\.password-store|library\/keychains)(?:\/|$)/i;

function plainPath(path: string): string {
  const forward = path
    .trim()
    .replace(/^file:\/\//, '')
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/');
  return forward.length > 1 ? forward.replace(/\/(?:\*{1,2})?$/, '') || '/' : forward;
}

/** True for a path that is a whole disk, a system folder or a home folder itself. */
export function isWide(path: string): boolean {
  return WHOLE.test(plainPath(path));
}

/** True for a folder with keys of other services, or a path below it. */
export function isKeyFolder(path: string): boolean {
  return KEY_FOLDER.test(plainPath(path));
}
