import type { z } from 'zod';
import { redact } from '../support/redact.js';
import { line } from './fields.js';

/** A name that people see in lists and in the audit chain; what looks like a secret does not belong there. */
export function label(max: number): z.ZodString {
  return line(max).refine((text) => redact(text) === text, 'looks like a secret');
}
