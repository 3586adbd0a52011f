import { UsageError } from '../../../support/errors.js';
import type { GatewayClient } from '../../http/exchange.js';
import { credentialHash, type SignInFailure, type SignInWay } from './sign-in.js';

/** A key with fewer characters could be guessed from its hash. */
const MIN_KEY = 32;
/** Milliseconds after which a file is read again: a key that is taken out of it is good for no longer. */
const FRESH_MS = 5_000;

const LINE = /^([\w.@-]{1,100})\s+(?:sha256:)?([0-9a-f]{64})$/;

/** Keys by their hash, each with the client's name. Throws UsageError naming the line that is none. */
export function parseClientKeys(text: string, where: string): Map<string, GatewayClient> {
  const keys = new Map<string, GatewayClient>();
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const content = line.replace(/(^|\s)#.*$/, '').trim();
    if (content === '') continue;
    const [, name, hash] = LINE.exec(content) ?? [];
    if (name === undefined || hash === undefined)
      throw new UsageError({ where, line: at + 1, message: 'expected a name and the SHA-256 of its key in hex' });
    keys.set(hash, { id: `key:${name}`, name });
  }
  return keys;
}

/** Keys of a file: a name and the key's hash on each line. */
export class ClientKeys implements SignInWay {
  private keys: Map<string, GatewayClient>;
  private readAt: number;

  /** `read` throws where the file is not to be had, or holds something else. */
  constructor(
    private readonly read: () => Map<string, GatewayClient>,
    private readonly clock: () => number,
    private readonly say: (line: string) => void,
  ) {
    this.keys = read();
    this.readAt = clock();
  }

  takes(): boolean {
    return true;
  }

  async signIn(credential: string): Promise<GatewayClient | SignInFailure> {
    if (this.clock() - this.readAt > FRESH_MS) this.refresh();
    return (credential.length < MIN_KEY ? undefined : this.keys.get(credentialHash(credential))) ?? 'invalid';
  }

  private refresh(): void {
    this.readAt = this.clock();
    try {
      this.keys = this.read();
    } catch {
      // Nobody can tell which keys still hold.
      if (this.keys.size > 0) this.say('the file of client keys cannot be read: no client signs in by it');
      this.keys = new Map();
    }
  }
}
