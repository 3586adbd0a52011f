interface Props {
  pass: number;
  fail: number;
  not_assessed: number;
}

/** Pass, fail and not assessed are three things: as a bar, and in numbers. */
export function ControlBar({ pass, fail, not_assessed }: Props) {
  const total = pass + fail + not_assessed;
  const share = (part: number) => ({ flexGrow: String(total === 0 ? 0 : part) });
  return (
    <span class="control-bar">
      <span class="control-bar-line" aria-hidden="true">
        <span class="pass" style={share(pass)} />
        <span class="fail" style={share(fail)} />
        <span class="not-assessed" style={share(not_assessed)} />
      </span>
      <span>
        {pass} pass · {fail} fail · {not_assessed} not assessed
      </span>
    </span>
  );
}
