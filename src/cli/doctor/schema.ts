import { DOCTOR_SCHEMA_VERSION, states } from './check.js';
import { checks } from './registry.js';

const text = (description: string) => ({ type: 'string', description });
const count = { type: 'integer', minimum: 0 };

/** JSON Schema of the answer of `castellan doctor --format json`. */
export function doctorSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Castellan doctor ${DOCTOR_SCHEMA_VERSION}`,
    type: 'object',
    additionalProperties: false,
    required: ['schema_version', 'castellan', 'server', 'counts', 'checks'],
    properties: {
      schema_version: { const: DOCTOR_SCHEMA_VERSION },
      castellan: text('Version of the program.'),
      server: { type: 'boolean', description: 'Whether the checks of the service ran, too.' },
      counts: {
        type: 'object',
        description: 'How many checks ended in each state.',
        additionalProperties: false,
        required: states,
        properties: Object.fromEntries(states.map((state) => [state, count])),
      },
      checks: { type: 'array', items: checkSchema() },
    },
  };
}

function checkSchema(): object {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'state', 'text'],
    properties: {
      id: { enum: checks.map(({ id }) => id), description: 'The check; an id stays for ever.' },
      state: { enum: states, description: 'fail: does not work. warn: works, but not for long or not as meant. note: worth knowing.' },
      text: text('What was found, in one line.'),
      fix: text('What mends it: a command to be pasted, or a sentence where no command does.'),
      details: { type: 'array', items: { type: 'string' }, description: 'More lines.' },
    },
  };
}
