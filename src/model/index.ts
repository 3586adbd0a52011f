/**
 * The nouns of the project, one line each. `npm run docs` prints docs/glossary.md from this list.
 *
 * component       one third-party package in one version, identified by its purl
 * purl            package URL: `pkg:npm/left-pad@1.3.0`
 * location        a place in a file that was read: path, line, JSON pointer
 * advisory        what a database says about a problem: ids, ranges, severity
 * alias           another id of the same problem
 * match           one advisory that applies to one component, with the version range that decided it
 * finding         one problem that a person should know; all aliases of a problem in one component are one finding
 * fingerprint     the id by which a finding is recognised from scan to scan
 * inventory       everything a scan found, merged: packages, agents, servers, tools, skills, models
 * collector       a part of the program that reads one kind of file; it ends with an outcome
 * connection      an account of a cloud, and the read-only role that it is read with
 * resource        one thing that an account of a cloud holds: an agent, service, entrance, role, store of data or control
 * outcome         how a collector ended: scanned, empty, unsupported, failed, skipped or truncated
 * issue           a reason why a collector could not read something, or a note on it
 * agent           an AI client installation or project that runs MCP servers
 * server          an MCP server as configured
 * tool            a function that a server offers to an agent
 * credential      the name of a secret a server is given; never its value
 * skill           an instruction file or bundle an agent follows
 * model           an AI model file
 * graph           inventory and findings as nodes and edges
 * exposure path   a path in the graph from a finding to a credential, tool or agent that it endangers
 * blast radius    everything in the graph that a finding can reach
 * gate            a condition that fails a scan
 * verdict         the gates that matched, and the exit code
 * VEX             a statement that a vulnerability does or does not affect a product
 * baseline        an earlier report against which only new findings count
 * KEV             CISA's list of vulnerabilities known to be exploited
 * EPSS            FIRST's probability that a vulnerability will be exploited within 30 days
 * feed            a source of advisories, with the date of its data
 * tenant          an owner of data in the control plane; no tenant sees another's data
 * source          something that the control plane scans or gets pushes from: a repository, a configuration, a fleet, a gateway
 * job             one run of a source, or one push; every finding in the control plane comes from a job
 * evidence        the bytes that a job stored, under their hash
 * schedule        the times at which the control plane runs a source or a cohort
 * cohort          sources that run together, so that their results have one time
 * exception       permission for a finding to stay for a while, asked for by one person and approved by another
 * posture         one grade for all open findings; unknown when something was not checked
 * framework       a published list of controls; scans are evidence for some of them
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
