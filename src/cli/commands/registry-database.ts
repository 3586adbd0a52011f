import type { CommandEntry } from '../command.js';

/** The commands that keep the databases. */
export const databaseCommands: readonly CommandEntry[] = [
  {
    name: 'db update',
    summary: 'Bring the advisory database up to date',
    examples: ['castellan db update', 'castellan db update -e npm,PyPI', 'castellan db update --from ./feeds'],
    exits: '0 updated or unchanged, 1 a feed could not be had',
    load: () => import('./db-update.js'),
  },
  {
    name: 'db status',
    summary: 'Show what the advisory database holds and how old it is',
    examples: ['castellan db status', 'castellan db status --db ./advisories.db'],
    exits: '0 readable, 1 missing or unreadable',
    load: () => import('./db-status.js'),
  },
  {
    name: 'db export',
    summary: 'Write the database to a file for another machine',
    operands: '<file>',
    examples: ['castellan db export advisories.castellan-db'],
    exits: '0 written, 1 not',
    load: () => import('./db-export.js'),
  },
  {
    name: 'db import',
    summary: 'Take the database over from an exported file',
    operands: '<file>',
    examples: ['castellan db import advisories.castellan-db'],
    exits: '0 taken over, 1 not',
    load: () => import('./db-import.js'),
  },
  {
    name: 'db backup',
    summary: 'Copy the database of the control plane, also while it serves',
    operands: '<file>',
    examples: ['castellan db backup /backups/control-plane.db'],
    exits: '0 written, 1 not, 2 usage or the database is PostgreSQL',
    load: () => import('./db-backup.js'),
  },
  {
    name: 'db path',
    summary: 'Print where the advisory database lies',
    examples: ['castellan db path'],
    exits: '0 printed',
    load: () => import('./db-path.js'),
  },
];
