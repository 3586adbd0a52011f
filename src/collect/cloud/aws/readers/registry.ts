import { iamReader } from './iam.js';
import { lambdaReader } from './lambda.js';
import type { AwsReader } from './reader.js';

/** What is read of an account, in this order. A service of AWS is one file here and one line in this list. */
export const awsReaders: readonly AwsReader[] = [iamReader, lambdaReader];
