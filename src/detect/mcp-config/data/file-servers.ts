/**
 * Servers whose arguments are the folders that they may access: the reference server, its forks and ports, by package,
 * program or file.
 */
export const fileServers =
  /(?:^|[/\\_-])(?:mcp-server-filesystem|server-filesystem|filesystem-mcp|mcp-filesystem|filesystem-server|mcp-file-?system-server|rust-mcp-filesystem)(?:$|[/\\._-])/i;
