import type { Draft } from './draft.js';

interface Template {
  label: string;
  draft: Omit<Draft, 'bindings'>;
}

/** Policies to begin with. All of them only report until their mode says `enforce`. */
export const templates: readonly Template[] = [
  {
    label: 'Stop what destroys',
    draft: {
      name: 'no destruction',
      description: null,
      mode: 'audit',
      default_effect: 'allow',
      rules: [
        {
          id: 'no-destruction',
          effect: 'deny',
          when: { tool_classes: ['destructive'] },
          reason: 'tools that destroy data are not allowed',
        },
        { id: 'look-at-commands', effect: 'warn', when: { tool_classes: ['execute'] } },
      ],
    },
  },
  {
    label: 'Known hosts only',
    draft: {
      name: 'known hosts',
      description: null,
      mode: 'audit',
      default_effect: 'allow',
      rules: [
        {
          id: 'known-hosts',
          effect: 'deny',
          when: { args: { '**': { host_not_in: ['*.example.com'], regex: '^(?i)https?:' } } },
          reason: 'this host is not known',
        },
      ],
    },
  },
  {
    label: 'No secrets in arguments',
    draft: {
      name: 'no secrets',
      description: null,
      mode: 'audit',
      default_effect: 'allow',
      rules: [{ id: 'no-secrets', effect: 'deny', when: { secret_paths: ['**'] }, reason: 'arguments hold a secret' }],
    },
  },
  {
    label: 'Private data stays',
    draft: {
      name: 'private data stays',
      description: null,
      mode: 'audit',
      default_effect: 'allow',
      rules: [
        {
          id: 'no-way-out',
          effect: 'deny',
          when: { tool_classes: ['external_communication'], after: ['private_data', 'untrusted_content'] },
          reason: 'the session has read private data and text of strangers',
        },
      ],
    },
  },
  {
    label: 'Not too many calls',
    draft: {
      name: 'not too many calls',
      description: null,
      mode: 'audit',
      default_effect: 'allow',
      rules: [{ id: 'rate', effect: 'warn', rate: { calls: 60, per_seconds: 60 }, reason: 'more than a call a second' }],
    },
  },
];
