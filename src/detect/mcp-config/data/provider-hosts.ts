/** A service whose credentials are recognised by the variable's name or by their shape, with the service's domains. */
interface Provider {
  title: string;
  /** Name of a variable in a reference: `${GITHUB_TOKEN}`. */
  name: RegExp;
  /** Shape of the token itself. */
  token?: RegExp;
  hosts: readonly string[];
}

const named = (word: string) => new RegExp(`[{$%:]${word}(?:_[A-Z0-9]{1,20}){0,4}_(?:TOKEN|KEY|PAT|SECRET)\\b`);

/** Services whose tokens have the widest rights. */
export const providerHosts: readonly Provider[] = [
  {
    title: 'GitHub',
    name: /[{$%:](?:GITHUB|GH)(?:_[A-Z0-9]{1,20}){0,4}_(?:TOKEN|PAT)\b/,
    token: /\b(?:gh[pousr]_|github_pat_)[A-Za-z0-9]{20}/,
    hosts: ['github.com', 'githubcopilot.com', 'githubusercontent.com', 'ghe.com', 'github.io'],
  },
  { title: 'GitLab', name: named('GITLAB'), token: /\bglpat-/, hosts: ['gitlab.com'] },
  { title: 'Slack', name: named('SLACK'), token: /\bxox[abp]-/, hosts: ['slack.com'] },
  { title: 'OpenAI', name: named('OPENAI'), hosts: ['openai.com', 'openai.azure.com'] },
  { title: 'Anthropic', name: named('ANTHROPIC'), token: /\bsk-ant-/, hosts: ['anthropic.com', 'claude.ai', 'claude.com'] },
  { title: 'AWS', name: /[{$%:]AWS_(?:SECRET_ACCESS_KEY|SESSION_TOKEN)\b/, hosts: ['amazonaws.com', 'aws.dev', 'api.aws'] },
  { title: 'Stripe', name: named('STRIPE'), token: /\b[sr]k_live_/, hosts: ['stripe.com'] },
  { title: 'npm', name: /[{$%:]NPM_TOKEN\b/, token: /\bnpm_[A-Za-z0-9]{30}/, hosts: ['npmjs.com', 'npmjs.org'] },
];
