import { InputError } from '../../support/errors.js';

/** The number of bytes that one server may still send. */
export class ByteBudget {
  private left: number;

  constructor(private readonly max: number) {
    this.left = max;
  }

  /** Throws InputError `too_large` once more bytes arrived than allowed. */
  spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new InputError({ issue: 'too_large', message: `sent more than ${Math.floor(this.max / 1024)} KiB` });
  }
}
