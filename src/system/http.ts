/** One request. `headers` names are lower case. */
export interface HttpRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'HEAD' | 'DELETE' | 'OPTIONS';
  headers?: Readonly<Record<string, string>>;
  /** Text, bytes, or a function that opens the bytes again for each try. */
  body?: string | Uint8Array | (() => AsyncIterable<Uint8Array>);
  /** `return`: a redirect is returned as it is. Default: redirects are followed. */
  redirects?: 'follow' | 'return';
  /** Milliseconds without a byte after which the request fails; 0: none. Default 30 000. */
  idleTimeoutMs?: number;
  signal?: AbortSignal;
}

/** An answer with any status. Its body is a stream that the caller must read or cancel. */
export interface HttpResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: AsyncIterable<Uint8Array>;
}

/** The only access to the network. Rejects with OperationalError naming origin and reason (never a URL's user info). */
export interface Http {
  send(request: HttpRequest): Promise<HttpResponse>;
}
