/** What a service of AWS answers, before it has the form of the service's protocol. */
export interface AwsAnswer {
  status?: number;
  /** A code of AWS in place of a body. */
  error?: string;
  /** Objects for JSON and query services; a text is sent as it is. */
  body?: unknown;
  contentType?: string;
}

export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export type Protocol = 'query' | 'ec2' | 'json' | 'rest' | 's3';

const XML = { 'content-type': 'text/xml' };
const STATUS: Readonly<Record<string, number>> = {
  ResourceNotFoundException: 404,
  NoSuchEntity: 404,
  ThrottlingException: 429,
  Throttling: 400,
  RequestLimitExceeded: 503,
  DryRunOperation: 412,
  InternalFailure: 500,
};

/** The error forms that each protocol documents. The message repeats what must never be shown. */
export function render({ status, error, body = {}, contentType }: AwsAnswer, protocol: Protocol, action: string): Rendered {
  if (error !== undefined) return errorOf(error, status ?? STATUS[error] ?? (/NotFound|NoSuch/.test(error) ? 404 : 403), protocol);
  const code = status ?? 200;
  const headers = contentType === undefined ? undefined : { 'content-type': contentType };
  if (typeof body === 'string') return { status: code, headers: headers ?? XML, body };
  const name = action.split(':')[1] ?? '';
  if (protocol === 'query')
    return {
      status: code,
      headers: XML,
      body: `<${name}Response><${name}Result>${xml(body, 'member')}</${name}Result><ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></${name}Response>`,
    };
  if (protocol === 'ec2')
    return { status: code, headers: XML, body: `<${name}Response><requestId>1</requestId>${xml(body, 'item')}</${name}Response>` };
  return {
    status: code,
    headers: headers ?? { 'content-type': protocol === 'json' ? 'application/x-amz-json-1.1' : 'application/json' },
    body: JSON.stringify(body),
  };
}

/** A message as AWS writes it in the worst case: with the canonical request, token included. */
export const LOUD =
  'The canonical string should have been x-amz-security-token:SESSIONTOKEN-0123456789abcdef wJalrXUtnFEMI/K7MDENG/bPxRfiCYKEY';

function errorOf(code: string, status: number, protocol: Protocol): Rendered {
  const inner = `<Code>${code}</Code><Message>${LOUD}</Message>`;
  if (protocol === 'query')
    return {
      status,
      headers: XML,
      body: `<ErrorResponse><Error><Type>Sender</Type>${inner}</Error><RequestId>1</RequestId></ErrorResponse>`,
    };
  if (protocol === 'ec2')
    return { status, headers: XML, body: `<Response><Errors><Error>${inner}</Error></Errors><RequestID>1</RequestID></Response>` };
  if (protocol === 's3') return { status, headers: XML, body: `<?xml version="1.0"?><Error>${inner}</Error>` };
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': code },
    body: JSON.stringify({ __type: code, message: LOUD }),
  };
}

function xml(value: unknown, item: string): string {
  if (Array.isArray(value)) return value.map((one) => `<${item}>${xml(one, item)}</${item}>`).join('');
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, inner]) => `<${name}>${xml(inner, item)}</${name}>`)
      .join('');
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
