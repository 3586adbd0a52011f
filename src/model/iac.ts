/** The formats of infrastructure code. A plan of Terraform is a format of its own, because it knows more than the text. */
export const iacFormats = [
  'dockerfile',
  'compose',
  'kubernetes',
  'terraform',
  'terraform-plan',
  'cloudformation',
  'actions',
  'iam',
] as const;
export type IacFormat = (typeof iacFormats)[number];

/** A place in a file of the evidence. `line` is 1-based. */
export interface SourcePlace {
  path: string;
  line: number;
}

interface Placed {
  /** Where the text that decides stands: the attribute, not the variable's default. */
  readonly at: SourcePlace;
  /** Other places that set it, nearest first: a variable's default, values.yaml, the call of a module. */
  readonly via?: readonly SourcePlace[];
  /** Addresses of the resources of the same root that it was read from: `aws_s3_bucket.logs`. */
  readonly refersTo?: readonly string[];
  /** Declared sensitive, or made of something that is: it is never shown. */
  readonly sensitive?: true;
}

/** A value of infrastructure code after everything that the tree holds was evaluated. What the tree does not hold stays unknown. */
export type IacValue = IacScalar | IacList | IacMap | IacUnknown;

export interface IacScalar extends Placed {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** Of a text that the code made as JSON (`jsonencode`, a policy document): what is in it, with places and unknowns. */
  readonly encodes?: IacValue;
}

export interface IacList extends Placed {
  readonly kind: 'list';
  readonly items: readonly IacValue[];
  /** Set when there may be further items: the expression that nobody could evaluate. */
  readonly rest?: string;
}

export interface IacMap extends Placed {
  readonly kind: 'map';
  readonly entries: ReadonlyMap<string, IacValue>;
  /** Set when there may be further keys: the expression that nobody could evaluate. */
  readonly rest?: string;
}

export interface IacUnknown extends Placed {
  readonly kind: 'unknown';
  /** As written, cut to a line, without secrets: `var.bucket_acl`, `{{ .Values.image.tag }}`. */
  readonly expression: string;
  /** Of a text that is known in part: its pieces in order, null for each unknown one. */
  readonly pieces?: readonly (string | null)[];
  /** All that it can be, where the tree says so: both sides of a conditional. */
  readonly oneOf?: readonly IacValue[];
  /** Of a text that the code made as JSON: what is in it. */
  readonly encodes?: IacValue;
}

/** One thing that infrastructure code declares, evaluated. It lives only between collecting and detecting: values in it may be secret. */
export interface IacResource {
  /** Identity in a report: `iac:<path>#<address>`. */
  ref: string;
  format: IacFormat;
  /** What joins the resources of one evaluation: a Terraform root, a chart, an overlay, a template, a compose project, one file. */
  root: string;
  /** The format's own name of the type: `aws_s3_bucket`, `AWS::S3::Bucket`, `Deployment`, `service`, `stage`, `job`. */
  type: string;
  name: string;
  /** Unique in its root: `module.logs.aws_s3_bucket.this["eu"]`, `Deployment/default/web`, `services.web`, `jobs.build`. */
  address: string;
  /** Where it starts. */
  at: SourcePlace;
  /** Last line of its text in the same file. */
  endLine: number;
  /** Calls that led to it, nearest first: module calls, includes. */
  calls: readonly SourcePlace[];
  body: IacMap;
  /** What decides whether it exists at all, where the tree does not hold it: a condition, a count. A failure of it is not certain then. */
  onlyIf?: string;
  /**
   * What its root says of versions: `aws` → `>= 5.0`, `kubernetes` → `apps/v1`, the commit of an action → `4.2.2`. Absent: nothing, so the
   * newest defaults hold.
   */
  versions: Readonly<Record<string, string>>;
  /** Addresses of the resources of its root that it depends on or names, sorted. */
  refersTo: readonly string[];
  /** Set when nobody could evaluate whether it is there at all: the condition. What fails in it is unknown. */
  condition?: string;
}

/** A comment that sets a rule aside for one place. Policy decides whether it holds: it needs a reason, and may have an end. */
export interface InlineIgnore {
  /** Lines that it speaks for: the one it stands on, the next one, or a whole resource. */
  path: string;
  line: number;
  endLine: number;
  rule: string;
  reason: string;
  /** `YYYY-MM-DD`. */
  until?: string;
  /** Another scanner whose comment it is. It sets nothing aside and is named in the finding. */
  foreign?: string;
}

/** A text with what nobody knows of it as it is written: `{{ .Release.Name }}-agent`. Of several unknown pieces the first is named. */
export function writtenName({ pieces = [null], expression }: IacUnknown): string {
  const first = pieces.indexOf(null);
  return pieces.map((piece, index) => piece ?? (index === first ? expression : '…')).join('');
}
