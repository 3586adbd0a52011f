import { describe, expect, it } from 'vitest';
import { cloud } from '../../../src/detect/cloud/detector.js';
import { cloudRules } from '../../../src/detect/cloud/registry.js';
import type { UnjudgedInput } from '../../../src/detect/contract/detector.js';
import type { CloudResource } from '../../../src/model/cloud.js';
import { emptyInventory } from '../../../src/model/inventory.js';
import { chatbot, ref, resource } from '../../support/clouds.js';

const matched = { matches: [], withdrawn: [], review: [], unmatched: [] };
const digest = `@sha256:${'a'.repeat(64)}`;

function judge(resources: CloudResource[]) {
  const issues: UnjudgedInput[] = [];
  const facts = cloud.detect({ inventory: { ...emptyInventory(), cloud: resources }, matched, unjudged: (issue) => issues.push(issue) });
  return { facts, issues, rules: facts.map(({ rule }) => rule).sort() };
}

const used = (role: Partial<CloudResource>) => [resource('agent', 'a', { runs_as: [ref('role', 'r')] }), resource('role', 'r', role)];

/** What breaks each rule, what does not, and what leaves it open. */
const cases: Record<string, { hit: CloudResource[]; miss: CloudResource[]; open?: CloudResource[] }> = {
  'cloud-open-endpoint': {
    hit: [resource('entrance', 'e', { public: 'yes', authenticated: 'no' })],
    miss: [resource('entrance', 'e', { public: 'no', authenticated: 'no' }), resource('entrance', 'f', { public: 'yes' })],
    open: [resource('entrance', 'e', { public: 'yes', authenticated: 'unknown' })],
  },
  'cloud-role-administrator': {
    hit: used({ facts: { administrator: true } }),
    miss: [...used({ facts: { administrator: false } }), resource('role', 'of-people', { facts: { administrator: true } })],
    open: used({ facts: { administrator: null } }),
  },
  'cloud-role-all-data': {
    hit: used({ reaches: [{ to: '*', access: 'read' }] }),
    miss: [
      ...used({ reaches: [{ to: ref('data', 'd'), access: 'admin' }] }),
      resource('role', 'idle', { reaches: [{ to: '*', access: 'read' }] }),
    ],
  },
  'cloud-role-trusts-outsiders': {
    hit: [resource('role', 'r', { facts: { assumed_by_outsiders: true, external_id_required: false } })],
    miss: [
      resource('role', 'r', { facts: { assumed_by_outsiders: true, external_id_required: true } }),
      resource('role', 's', { facts: { assumed_by_outsiders: false, external_id_required: null } }),
    ],
    open: [resource('role', 'r', { facts: { assumed_by_outsiders: null, external_id_required: false } })],
  },
  'cloud-static-credentials': ofFact('service', 'static_credentials', true),
  'cloud-any-network': ofFact('agent', 'network_restricted', false),
  'cloud-agent-without-guardrail': ofFact('agent', 'guardrail', false),
  'cloud-calls-not-logged': ofFact('control', 'logged', false),
  'cloud-models-unrestricted': ofFact('control', 'models_restricted', false),
  'cloud-everybody-asks-models': ofFact('control', 'everybody_asks_models', true),
  'cloud-answers-elsewhere': ofFact('control', 'other_regions', true),
  'cloud-knowledge-from-outside': {
    hit: [resource('data', 'd', { facts: { outside_location: 'docs.example.org' } })],
    miss: [resource('data', 'd')],
    open: [resource('data', 'd', { facts: { outside_location: null } })],
  },
  'cloud-data-public': {
    hit: [resource('data', 'd', { public: 'yes', authenticated: 'no' })],
    miss: [resource('data', 'd', { public: 'yes', authenticated: 'yes' })],
    open: [resource('data', 'd', { public: 'unknown', authenticated: 'no' })],
  },
  'cloud-data-writable': ofFact('data', 'written_by_outsiders', true),
  'cloud-data-shared': {
    hit: [resource('data', 'd', { facts: { shared_with: ['OTHER'] } })],
    miss: [resource('data', 'd', { facts: { shared_with: [] } })],
    open: [resource('data', 'd', { facts: { shared_with: null } })],
  },
  'cloud-not-encrypted': ofFact('data', 'encrypted', false),
  'cloud-plain-transport': ofFact('entrance', 'tls_only', false),
  'cloud-models-not-versioned': {
    hit: [resource('data', 'd', { facts: { versioned: false, holds_models: true } })],
    miss: [resource('data', 'd', { facts: { versioned: false } })],
    open: [resource('data', 'd', { facts: { versioned: null, holds_knowledge: true } })],
  },
  'cloud-reads-not-logged': ofFact('data', 'logged', false),
  'cloud-literal-secret': {
    hit: [resource('service', 's', { env_names: ['OPENAI_API_KEY'], literal_env_names: ['OPENAI_API_KEY'] })],
    miss: [resource('service', 's', { env_names: ['OPENAI_API_KEY', 'REGION'], literal_env_names: ['REGION'] })],
    open: [resource('service', 's', { facts: { written_credentials: null } })],
  },
  'cloud-notebook-open': {
    hit: [resource('service', 's', { facts: { internet_access: true, root: true } })],
    miss: [resource('service', 's', { facts: { internet_access: false, root: null } })],
    open: [resource('service', 's', { facts: { internet_access: true, root: null } })],
  },
  'cloud-container-privileged': ofFact('service', 'privileged', true),
  'cloud-image-by-tag': {
    hit: [resource('service', 's', { images: [`a/b${digest}`, 'a/c:1.2.3'] })],
    miss: [resource('service', 's', { images: [`a/b${digest}`] })],
  },
  'cloud-mutable-tags': ofFact('image', 'mutable_tags', true),
};

function ofFact(kind: CloudResource['kind'], fact: string, broken: boolean) {
  const of = (value: boolean | null) => [resource(kind, 'x', { facts: { [fact]: value } })];
  return { hit: of(broken), miss: [...of(!broken), resource(kind, 'y')], open: of(null) };
}

describe('rules about clouds', () => {
  it('have cases, and nothing else has', () => {
    expect(Object.keys(cases).sort()).toEqual(cloudRules.map(({ id }) => id).sort());
  });

  it.each(Object.entries(cases))('%s', (rule, { hit, miss, open }) => {
    expect(judge(hit).rules).toContain(rule);
    expect(
      judge(hit)
        .issues.map(({ reason }) => reason)
        .join(),
    ).not.toContain(rule);
    expect(judge(miss).rules).not.toContain(rule);
    expect(
      judge(miss)
        .issues.map(({ reason }) => reason)
        .join(),
    ).not.toContain(rule);
    if (open === undefined) return;
    expect(judge(open).rules).not.toContain(rule);
    expect(judge(open).issues).toContainEqual(
      expect.objectContaining({ kind: 'unresolved', path: 'aws/111122223333', reason: expect.stringContaining(`(${rule})`) }),
    );
  });

  it('weigh an open endpoint by what it leads to, and tell it once', () => {
    const [entrance, service, ...others] = chatbot();
    if (!entrance || !service) throw new Error('no chatbot');
    const behind = { ...service, public: 'yes' as const, authenticated: 'no' as const };
    const of = (resources: CloudResource[]) => judge(resources).facts.filter(({ rule }) => rule === 'cloud-open-endpoint');
    expect(of([entrance, behind, ...others]).map(({ subject, severity }) => [subject, severity])).toEqual([[entrance.ref, 'high']]);
    expect(of([entrance]).map(({ severity }) => severity)).toEqual(['medium']);
    expect(of([{ ...behind, kind: 'agent' }]).map(({ severity }) => severity)).toEqual(['critical']);
  });

  it('say where, and how to end it with a command of that cloud', () => {
    const [fact] = judge([resource('data', "a'b c", { facts: { holds_models: true, versioned: false } })]).facts;
    expect(fact).toMatchObject({
      kind: 'cloud',
      subject: "cloud:aws:data/a'b c",
      locations: [{ path: "aws/111122223333/eu-west-1/Test::data/a'b c" }],
      fix: expect.stringContaining("--bucket 'a'\\''b c' --versioning"),
    });
  });

  it('show no value that may be secret', () => {
    const name = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
    const { facts } = judge([resource('service', 's', { literal_env_names: ['DB_PASSWORD', `${name}_TOKEN`] })]);
    expect(JSON.stringify(facts)).toContain('DB_PASSWORD');
    expect(JSON.stringify(facts)).not.toContain(name);
  });

  it('name unknown answers once for each account', () => {
    const many = Array.from({ length: 9 }, (_, at) => resource('data', `d${at}`, { facts: { encrypted: null } }));
    expect(judge(many).issues.map(({ reason }) => reason)).toEqual([
      'whether it is encrypted: not told for d0, d1, d2, +6 more (cloud-not-encrypted)',
    ]);
  });
});
