import { own } from '../../support/json.js';
import { argumentSchema, locationOf, propertyNames, type ToolDefinition, toolRef } from './definition.js';
import type { ToolCheck } from './tool-rule.js';

/** What an agent holds and few tools need: its talk with the user, what it was told before, what other tools know, and its surroundings. */
const HELD =
  /^(?:(?:full|entire|complete|whole|previous|prior|past|all|recent|original|raw)_)*(?:(?:conversation|chat|dialog(?:ue)?|message|prompt|session|user)_(?:history|log|transcript|text|messages?|prompts?)|(?:previous|prior|all|past)_(?:messages|prompts|conversations?|turns)|(?:system|developer|hidden|initial)_(?:prompt|message|instructions?)|(?:available|other|all|connected)_tools?|tools?_(?:list|calls|results|outputs|history)|other_tools?_\w+|process_env|(?:env|environment)_(?:vars|variables|dump)|chain_of_thought|thinking_trace|reasoning_trace|ssh_(?:private_)?keys?|private_keys|api_keys|stored_credentials|saved_passwords)$/;
/** Names and descriptions of tools that work on such things. */
const TOPIC =
  /chat|convers|dialog|messag|prompt|llm|model|agent|assistant|completion|gpt|claude|gemini|memory|session|transcript|summar|moderat|translat|eval|trace|debug|thread|mail|support|ticket|env|deploy|process|exec|shell|command|container|key|credential|password|ssh|auth|vault|tool|mcp|history/i;

/**
 * TOL-03 by the name alone: a required argument for what the agent holds, on a tool that has nothing to do with it. A model fills it in
 * because of its name, whatever the description says.
 */
export const smuggledArguments: ToolCheck<ToolDefinition> = function* (definition) {
  const { name, description, raw, set } = definition;
  if (TOPIC.test(`${name} ${description}`)) return;
  const required = own(argumentSchema(raw), 'required');
  if (!Array.isArray(required)) return;
  const held = propertyNames(raw).filter((property) => required.includes(property) && HELD.test(snakeCase(property)));
  if (held.length === 0) return;
  yield {
    location: locationOf(definition, '/inputSchema/required'),
    subject: toolRef(set, name),
    evidence: `${name} requires ${held.join(', ')}`,
  };
};

function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[-\s]+/g, '_')
    .toLowerCase();
}
