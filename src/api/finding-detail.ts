import { z } from 'zod';
import { edgeKinds, nodeKinds } from '../model/graph.js';
import { severities } from '../model/severity.js';
import { appliedTo } from './evidence.js';
import { time } from './fields.js';

const count = z.number().int();
const text = z.string().nullable();

/** What one look at a finding answers, ready to be shown. */
export const findingDetail = {
  /** Why it is a finding. */
  why: z.object({
    summary: z.string(),
    /** Of findings by an advisory: the package, the range and the event of the advisory that decided. */
    match: z.object({ ecosystem: z.string(), name: z.string(), version: text, range: z.string(), event: z.string() }).nullable(),
    /** Of findings by a rule. */
    rule: z.object({ id: z.string(), title: z.string(), rationale: z.string() }).nullable(),
    /** The words that led a rule to it. */
    evidence: text,
  }),
  /** Where it is. */
  where: z.array(
    z.object({
      kind: z.enum(['file', 'image_layer', 'node']),
      /** A file's path; a node's name. */
      label: z.string(),
      line: count.nullable(),
      /** A JSON pointer or a field. */
      pointer: text,
      image: text,
      layer: count.nullable(),
      /** The way inside an archive. */
      inner: text,
      /** What a node is: a server, a skill. */
      node_id: text,
      node_kind: z.enum(nodeKinds).nullable(),
    }),
  ),
  /** What it reaches, as a graph that begins with the finding's component or subject. */
  reach: z.object({
    nodes: z.array(z.object({ id: z.string(), kind: z.enum(nodeKinds), label: z.string(), severity: z.enum(severities).optional() })),
    edges: z.array(z.object({ from: z.string(), to: z.string(), kind: z.enum(edgeKinds) })),
    total_nodes: count,
    /** Some nodes were left out. */
    truncated: z.boolean(),
  }),
  /** What to do. */
  remedy: z.object({
    summary: z.string(),
    command: text,
    fixed_version: text,
    /** The version that ends most open findings of the package, in all sources. */
    best: z.object({ package: z.string(), version: z.string(), ends: count, of: count, command: text }).nullable(),
  }),
  /** Why the scan or its policy suppresses it. */
  suppressed: z.object({ by: z.string(), reason: z.string(), expires: text }).nullable(),
  /** Exceptions that name its problem, whatever their status. */
  exceptions: z.array(
    z.object({
      exception_id: z.string(),
      status: z.string(),
      /** It is in force and covers this finding. */
      covers: z.boolean(),
      reason: z.string(),
      requested_by: z.string(),
      decided_by: text,
      expires_at: time,
    }),
  ),
  ...appliedTo,
} as const;
