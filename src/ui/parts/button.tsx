import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

interface Props extends Omit<ButtonHTMLAttributes, 'class' | 'icon' | 'children'> {
  kind?: 'primary' | 'danger' | 'quiet';
  /** Work is under way: the button cannot be pressed again. */
  busy?: boolean;
  children: ComponentChildren;
}

export function Button({ kind, busy = false, type = 'button', disabled, children, ...rest }: Props) {
  return (
    <button {...rest} type={type} class={kind ? `button ${kind}` : 'button'} disabled={disabled === true || busy} aria-busy={busy}>
      {children}
    </button>
  );
}
