import { iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { finalStages } from '../views/dockerfile.js';

/** Images that start as another user than root, by what their names say or their makers document. */
const DROPS_ROOT = [
  /non-?root|rootless|unprivileged|chiseled/i,
  /^(?:docker\.io\/)?(?:bitnami|chainguard|nginxinc\/nginx-unprivileged|prom|grafana|jenkins|jupyter|apache\/(?:airflow|kafka))\//i,
  /^cgr\.dev\//i,
  /^quay\.io\/(?:keycloak|jupyter|prometheus|sclorg)\//i,
  /^registry\.(?:access\.)?redhat\.(?:com|io)\/[^:@]*\/(?:nodejs|python|ruby|php|perl|openjdk|go-toolset|dotnet|nginx|httpd)-/i,
  /^docker\.elastic\.co\//i,
];

export const userMissing = iacRule({
  id: 'dockerfile-user-missing',
  formats: ['dockerfile'],
  title: 'No USER in the final stage',
  severity: 'low',
  confidence: 'medium',
  rationale: 'The file names no user, so the base image decides; most official base images run as root.',
  fix: 'Name a user at the end of the final stage: `RUN useradd --system --uid 10001 app` and then `USER 10001`.',
  references: ['CWE-250', 'https://docs.docker.com/build/building/best-practices/#user'],
  view: finalStages,
  check(stage) {
    if (stage.last('USER')) return { verdict: 'pass' };
    const base = stage.chain.at(-1)?.image;
    const name = textOf(base) ?? (base?.kind === 'unknown' ? base.pieces?.join('') : undefined);
    if (name !== undefined && DROPS_ROOT.some((pattern) => pattern.test(name))) return { verdict: 'pass' };
    if (base?.kind === 'unknown') return { verdict: 'unknown', at: base.at, expression: base.expression };
    return { verdict: 'fail', at: stage.at, evidence: `FROM ${name ?? ''}, and no USER after it` };
  },
});
