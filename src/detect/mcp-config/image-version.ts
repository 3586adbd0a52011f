import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit, weighed } from './hits.js';
import type { ServerSubject } from './subject.js';

/** Tags that by convention move from build to build. */
const MOVING = new Set([
  'latest',
  'main',
  'master',
  'next',
  'beta',
  'alpha',
  'dev',
  'develop',
  'edge',
  'nightly',
  'canary',
  'stable',
  'rolling',
  'snapshot',
]);

/**
 * The tag of an image reference; empty when there is none, undefined when the image has a digest or its tag contains a
 * variable.
 */
function tagOf(image: string): string | undefined {
  if (image.includes('@sha256:') || image.includes('@sha512:') || /[$<{%]/.test(image)) return undefined;
  const name = image.slice(image.lastIndexOf('/') + 1);
  const colon = name.indexOf(':');
  return colon === -1 ? '' : name.slice(colon + 1);
}

function* judge(rule: Rule<ServerSubject>, subject: ServerSubject, applies: (tag: string) => boolean): Generator<RuleHit> {
  const { server, configured } = subject;
  const tag = server.image === undefined ? undefined : tagOf(server.image);
  if (server.image === undefined || tag === undefined || !applies(tag)) return;
  const place = configured.image ?? configured.argv.find(({ value }) => value === server.image);
  const fix = `Write the digest you have reviewed: "${quote(server.image.replace(/:[^:/]*$/, ''), 120)}@sha256:<digest>".`;
  yield serverHit(subject, place, quote(server.image), { severity: weighed(rule.severity, subject), fix });
}

/** An image whose tag may refer to another one tomorrow. */
export const unpinnedImage: Rule<ServerSubject> = {
  id: 'unpinned-image',
  family: 'mcp-config',
  title: 'Image tag missing or moving',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The tag is moved to each new build, so what runs in the container changes without the file changing.',
  fix: 'Name the image by digest: `image@sha256:…`.',
  references: ['OWASP MCP04', 'OWASP ASI04', 'CWE-829'],
  *check(subject): Generator<RuleHit> {
    yield* judge(this, subject, (tag) => tag === '' || MOVING.has(tag.toLowerCase()));
  },
};

/** A fixed tag, which the repository's owner can still move. */
export const imageTagWithoutDigest: Rule<ServerSubject> = {
  id: 'image-tag-without-digest',
  family: 'mcp-config',
  title: 'Image by tag only',
  severity: 'low',
  confidence: 'high',
  rationale: 'A tag can be moved to another image by whoever may push to its repository.',
  fix: 'Name the image by digest: `image@sha256:…`.',
  references: ['OWASP MCP04', 'OWASP ASI04', 'CWE-829'],
  *check(subject): Generator<RuleHit> {
    for (const hit of judge(this, subject, (tag) => tag !== '' && !MOVING.has(tag.toLowerCase()))) yield { ...hit, severity: 'low' };
  },
};
