/**
 * The nouns, one line each. docs/glossary.md is the same list.
 *
 * component       one third-party package in one version, identified by its purl
 * purl            package URL: `pkg:npm/left-pad@1.3.0`
 * location        a place in the evidence: path, line, pointer
 * advisory        what a database says about a problem: ids, ranges, severity
 * alias           another id of the same problem
 * match           one advisory that applies to one component, with the deciding range and event
 * finding         one judged thing a person should know; a group of aliases for one component is one finding
 * fingerprint     a finding's identity over time
 * inventory       all the evidence of a scan, merged
 * collector       what reads one kind of evidence; it ends in a CollectorOutcome
 * outcome         scanned, empty, unsupported, failed, skipped or truncated
 * issue           what kept a collector from reading all there is
 * agent           an AI client installation or project that runs MCP servers
 * server          an MCP server as configured
 * tool            what a server offers to an agent
 * credential      the name of a secret a server is given; never its value
 * skill           an instruction file or bundle an agent follows
 * model           an AI model file
 * graph           inventory and findings as nodes and edges
 * exposure path   a walk from a finding to what it endangers
 * blast radius    what can be reached from a finding
 * gate            a condition that fails a scan
 * verdict         which gates matched, and the exit code
 * VEX             a statement that a vulnerability does or does not affect a product
 * baseline        an earlier report against which only new findings count
 * KEV             CISA's list of vulnerabilities known to be exploited
 * EPSS            FIRST's probability that a vulnerability will be exploited within 30 days
 * feed            a source of advisories, with the time it is as of
 * tenant          whose data it is in the control plane; no tenant sees another's
 * source          what the control plane scans or is pushed to: a repository, a configuration, a fleet, a gateway
 * job             one run of a source, or one push; every finding there has one
 * evidence        the bytes a job left, kept under their hash
 * schedule        when a source, or a cohort of them, is run by itself
 * cohort          sources that are run together, to be read as of one time
 * exception       why a finding may stay for a while, asked for by one person and approved by another
 * posture         one letter for all that is open, unknown when not everything was seen
 * framework       controls that somebody else wrote down; scans are evidence for some of them
 * upstream        a server that agents reach, governed by a gateway policy or not
 */
export type * from './advisory.js';
export type * from './agent.js';
export type * from './component.js';
export type * from './finding.js';
export type * from './graph.js';
export type * from './inventory.js';
export type * from './outcome.js';
export type * from './report.js';
export type * from './request.js';
export type * from './severity.js';
export type * from './verdict.js';
