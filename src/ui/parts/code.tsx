import { Check, Copy } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { legible } from '../words/legible.js';

const SHOWN_MS = 1500;

/** An identifier or a command, in type of equal width, with a button that copies it. `block`: on lines of its own. */
export function Code({ text, shown = text, block = false }: { text: string; shown?: string; block?: boolean }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <span class={block ? 'code block' : 'code'}>
      <code>{legible(shown)}</code>
      <button type="button" class="plain" aria-label={copied ? 'Copied' : `Copy ${legible(shown).slice(0, 60)}`} onClick={copy}>
        {copied ? <Check size={13} aria-hidden="true" /> : <Copy size={13} aria-hidden="true" />}
      </button>
    </span>
  );
}
