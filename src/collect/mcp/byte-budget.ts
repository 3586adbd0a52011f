import { InputError } from '../../support/errors.js';

/** Bytes one server may still send us. */
export class ByteBudget {
  private left: number;

  constructor(private readonly max: number) {
    this.left = max;
  }

  /** Throws InputError `too_large` once more was sent than is allowed. */
  spend(bytes: number): void {
    this.left -= bytes;
    if (this.left < 0) throw new InputError({ issue: 'too_large', message: `sent more than ${Math.floor(this.max / 1024)} KiB` });
  }
}
