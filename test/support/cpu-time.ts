/**
 * Milliseconds that this process has computed so far. Bounds on work that must not explode hold on a busy machine too,
 * where the clock goes on while nothing is computed.
 */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
