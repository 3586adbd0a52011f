import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { CastellanError, describe } from '../../support/errors.js';
import { isObject } from '../../support/json.js';
import { redact } from '../../support/redact.js';
import { safeText, truncate } from '../../support/terminal.js';
import type { ServerAccess } from './access.js';
import { safeValue } from './answer.js';

/** What a tool's handler works with. */
export interface ToolContext {
  access: ServerAccess;
  /** Aborted when the caller cancels. */
  signal: AbortSignal;
}

/** A tool of this server. It only reads, and describes its input and output by schemas. */
export interface ToolSpec<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  run(input: z.output<Input>, call: ToolContext): Promise<z.input<Output>>;
}

/** A tool that a server can register. */
export interface OfferedTool {
  readonly name: string;
  offer(server: McpServer, access: ServerAccess): void;
}

/** Binds a definition to the protocol: structured answers made safe, errors as tool errors of one or two lines. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: ToolSpec<Input, Output>): OfferedTool {
  const { name, title, description, input, output } = tool;
  return {
    name,
    offer(server, access) {
      // The protocol library infers from concrete schemas only; `parse` below gives the handler its own type back.
      const [inputSchema, outputSchema]: [z.ZodObject, z.ZodObject] = [input, output];
      const annotations = { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true };
      server.registerTool(name, { title, description, inputSchema, outputSchema, annotations }, async (args, context) => {
        try {
          return answerOf(await tool.run(input.parse(args), { access, signal: context.mcpReq.signal }));
        } catch (error) {
          if (!(error instanceof CastellanError) && !context.mcpReq.signal.aborted) access.onUnexpected(error);
          return errorOf(error);
        }
      });
    },
  };
}

/** The answer twice: as structured content, and as text for clients that know no other. */
function answerOf(value: unknown): CallToolResult {
  const safe = safeValue(value);
  return { content: [{ type: 'text', text: JSON.stringify(safe) }], structuredContent: isObject(safe) ? { ...safe } : {} };
}

/** The message of an expected error says what to do. For any other error we only say that it happened, because its text may contain anything. */
function errorOf(error: unknown): CallToolResult {
  const text = error instanceof CastellanError ? describe(error) : 'something went wrong inside castellan';
  const lines = text.split('\n').map((line) => truncate(safeText(redact(line)), 400));
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] };
}
