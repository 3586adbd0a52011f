import { iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { type DockerStage, dockerStages } from '../views/dockerfile.js';
import { sourcesOf } from './sources.js';

const SECRET_FILES = [
  /^\.env(?:\.[\w-]+)*$/i,
  /^id_(?:rsa|dsa|ecdsa|ed25519)$/i,
  /private[\w.-]*\.(?:pem|key)$/i,
  /^\.(?:npmrc|pypirc|netrc|git-credentials|pgpass|htpasswd|dockercfg)$/i,
  /^kubeconfig$/i,
  /^service[-_]?account[\w.-]*\.json$/i,
  /\.(?:p12|pfx|jks|keystore|ppk)$/i,
];
const SECRET_PATHS = /(?:^|\/)(?:\.aws\/credentials|\.kube\/config|\.docker\/config\.json|\.ssh)\/?$/i;
/** Files that only have the name of one, for others to see. */
const HARMLESS = /\.(?:example|sample|template|tmpl|dist|defaults?)$|\.pub$|^ca[\w.-]*\.pem$/i;

export const secretFileCopied = iacRule({
  id: 'dockerfile-secret-file-copied',
  formats: ['dockerfile'],
  title: 'Key or credential file copied into the image',
  severity: 'high',
  confidence: 'medium',
  rationale: 'Whoever can pull the image can read the file, and deleting it in a later layer does not remove it.',
  fix: 'Mount it for the one step that needs it: `RUN --mount=type=secret,id=KEY …`, and name it in .dockerignore.',
  references: ['CWE-538', 'https://docs.docker.com/build/building/secrets/'],
  view: dockerStages,
  *check(stage, _, estate) {
    const shipped = isShipped(
      stage,
      estate.view(dockerStages).map(({ subject }) => subject),
    );
    for (const copy of stage.all('COPY', 'ADD')) {
      for (const source of sourcesOf(copy)) {
        const path = textOf(source);
        if (path === undefined || !isSecretFile(path)) continue;
        yield { verdict: 'fail', at: copy.at, evidence: `${copy.name} ${path}`, ...(!shipped && { severity: 'low' as const }) };
      }
    }
  },
});

function isSecretFile(path: string): boolean {
  const name = path.replace(/\/+$/, '').replace(/^.*[\\/]/, '');
  return !HARMLESS.test(name) && (SECRET_FILES.some((pattern) => pattern.test(name)) || SECRET_PATHS.test(path));
}

/** True for the final stage and those that it starts from: their layers are in the image. */
function isShipped(stage: DockerStage, all: readonly DockerStage[]): boolean {
  const final = all.find((other) => other.isFinal && other.at.path === stage.at.path);
  return final === undefined || final.chain.some(({ address }) => address === stage.address);
}
