/** What the benchmarks use of the load generator, which has no types of its own. */
declare module 'autocannon' {
  export interface Result {
    /** Milliseconds. */
    latency: { average: number; p97_5: number; p99: number };
    requests: { average: number; total: number };
    non2xx: number;
  }
  export default function autocannon(options: {
    url: string;
    connections: number;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    duration?: number;
    amount?: number;
  }): Promise<Result>;
}
