import type { Advisory, Match, MatchResult } from '../../src/model/advisory.js';
import type { Component } from '../../src/model/component.js';
import { emptyInventory, type Inventory } from '../../src/model/inventory.js';

/** A record as the database hands it out; `over` replaces what a test cares about. */
export function advisory(id: string, over: Partial<Advisory> = {}): Advisory {
  return {
    id,
    aliases: [],
    modified: '2026-01-01T00:00:00Z',
    malicious: id.startsWith('MAL-'),
    summary: '',
    details: '',
    severity: [],
    cwes: [],
    references: [],
    ...over,
  };
}

/** A match of a record with a component, as the matcher leaves it. */
export function match(component: Component, record: Advisory, over: Partial<Match> = {}): Match {
  return {
    component: component.ref,
    advisory: record,
    reason: { ecosystem: component.ecosystem, name: component.name, range: 'introduced 0 fixed 2.0.0', event: 'introduced 0' },
    fixed_versions: [],
    severity: 'unknown',
    kev: 'not_listed',
    ...over,
  };
}

/** What detectors are given. */
export function evidence(parts: Partial<Inventory>, matches: readonly Match[] = []): { inventory: Inventory; matched: MatchResult } {
  return {
    inventory: { ...emptyInventory(), ...parts },
    matched: { matches: [...matches], withdrawn: [], review: [], unmatched: [] },
  };
}
