import { type AiClient, nowhere } from '../client.js';

/** Emacs mcp.el, whose configuration is Lisp code. */
export const emacsMcpEl: AiClient = {
  id: 'emacs-mcp-el',
  title: 'Emacs mcp.el',
  confidence: 'low',
  paths: nowhere,
  project: [],
  servers: [],
  unsupported: {
    paths: { darwin: ['~/.emacs.d/init.el'], linux: ['~/.emacs.d/init.el'], win32: [] },
    project: [],
    holds: 'mcp-hub-servers',
  },
  instructions: [],
};
