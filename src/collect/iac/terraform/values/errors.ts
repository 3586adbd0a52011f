/** An expression that Terraform would refuse: `try` and `can` see it, everything else leaves the value unknown. */
export class EvaluationError extends Error {
  override name = 'EvaluationError';
}
