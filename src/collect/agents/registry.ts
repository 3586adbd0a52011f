import type { AiClient } from './client.js';
import { fiveIre } from './clients/5ire.js';
import { agentFrontMatter } from './clients/agent-front-matter.js';
import { aider } from './clients/aider.js';
import { aiderDesk } from './clients/aider-desk.js';
import { amazonQ } from './clients/amazon-q.js';
import { amp } from './clients/amp.js';
import { antigravity } from './clients/antigravity.js';
import { anythingllm } from './clients/anythingllm.js';
import { augment } from './clients/augment.js';
import { boltai } from './clients/boltai.js';
import { cherryStudio } from './clients/cherry-studio.js';
import { claudeCode } from './clients/claude-code.js';
import { claudeCodeManaged } from './clients/claude-code-managed.js';
import { claudeCodePlugin } from './clients/claude-code-plugin.js';
import { claudeCodeSettings } from './clients/claude-code-settings.js';
import { claudeDesktop } from './clients/claude-desktop.js';
import { claudeDesktopExtension } from './clients/claude-desktop-extension.js';
import { cline } from './clients/cline.js';
import { clineCli } from './clients/cline-cli.js';
import { codex } from './clients/codex.js';
import { continueDev } from './clients/continue.js';
import { copilotCli } from './clients/copilot-cli.js';
import { copilotCodingAgent } from './clients/copilot-coding-agent.js';
import { copilotJetbrains } from './clients/copilot-jetbrains.js';
import { copilotXcode } from './clients/copilot-xcode.js';
import { crush } from './clients/crush.js';
import { cursor } from './clients/cursor.js';
import { deepagents } from './clients/deepagents.js';
import { devcontainer } from './clients/devcontainer.js';
import { devin } from './clients/devin.js';
import { dockerMcp } from './clients/docker-mcp.js';
import { emacsMcpEl } from './clients/emacs-mcp-el.js';
import { enconvo } from './clients/enconvo.js';
import { factoryDroid } from './clients/factory-droid.js';
import { fastAgent } from './clients/fast-agent.js';
import { geminiCli } from './clients/gemini-cli.js';
import { geminiCliExtension } from './clients/gemini-cli-extension.js';
import { genericMcpJson } from './clients/generic-mcp-json.js';
import { goose } from './clients/goose.js';
import { grokCli } from './clients/grok-cli.js';
import { hermes } from './clients/hermes.js';
import { jan } from './clients/jan.js';
import { jetbrainsAi } from './clients/jetbrains-ai.js';
import { junie } from './clients/junie.js';
import { kiloCode } from './clients/kilo-code.js';
import { kimiCli } from './clients/kimi-cli.js';
import { kiro } from './clients/kiro.js';
import { kiroAgent } from './clients/kiro-agent.js';
import { letta } from './clients/letta.js';
import { librechat } from './clients/librechat.js';
import { lmStudio } from './clients/lm-studio.js';
import { mcpAgent } from './clients/mcp-agent.js';
import { mcphubNvim } from './clients/mcphub-nvim.js';
import { mcporter } from './clients/mcporter.js';
import { mistralVibe } from './clients/mistral-vibe.js';
import { museCode } from './clients/muse-code.js';
import { nanobot } from './clients/nanobot.js';
import { openclaw } from './clients/openclaw.js';
import { opencode } from './clients/opencode.js';
import { openhands } from './clients/openhands.js';
import { pieces } from './clients/pieces.js';
import { qoder } from './clients/qoder.js';
import { qwenCode } from './clients/qwen-code.js';
import { rooCode } from './clients/roo-code.js';
import { rovoDev } from './clients/rovo-dev.js';
import { sema4aiStudio } from './clients/sema4ai-studio.js';
import { snowflakeCortex } from './clients/snowflake-cortex.js';
import { sourcegraphCody } from './clients/sourcegraph-cody.js';
import { tabnine } from './clients/tabnine.js';
import { trae } from './clients/trae.js';
import { visualStudio } from './clients/visual-studio.js';
import { voidEditor } from './clients/void.js';
import { vscode } from './clients/vscode.js';
import { vscodeInsiders } from './clients/vscode-insiders.js';
import { vscodeServer } from './clients/vscode-server.js';
import { vscodeSettings } from './clients/vscode-settings.js';
import { warp } from './clients/warp.js';
import { windsurf } from './clients/windsurf.js';
import { windsurfJetbrains } from './clients/windsurf-jetbrains.js';
import { witsy } from './clients/witsy.js';
import { zed } from './clients/zed.js';

/**
 * Every client we know, in the order in which they may claim a file that several could own. To add one, write its file and a
 * line here.
 */
export const aiClients: readonly AiClient[] = [
  claudeDesktop,
  claudeDesktopExtension,
  claudeCode,
  claudeCodeSettings,
  claudeCodeManaged,
  claudeCodePlugin,
  cursor,
  vscode,
  vscodeSettings,
  vscodeInsiders,
  vscodeServer,
  devcontainer,
  windsurf,
  windsurfJetbrains,
  cline,
  clineCli,
  rooCode,
  kiloCode,
  opencode,
  codex,
  geminiCli,
  geminiCliExtension,
  qwenCode,
  antigravity,
  goose,
  zed,
  continueDev,
  kiro,
  kiroAgent,
  amazonQ,
  copilotCli,
  copilotJetbrains,
  copilotXcode,
  copilotCodingAgent,
  visualStudio,
  jetbrainsAi,
  junie,
  warp,
  amp,
  lmStudio,
  trae,
  crush,
  factoryDroid,
  qoder,
  kimiCli,
  mistralVibe,
  grokCli,
  rovoDev,
  augment,
  devin,
  tabnine,
  hermes,
  openclaw,
  openhands,
  librechat,
  mcpAgent,
  fastAgent,
  dockerMcp,
  mcphubNvim,
  mcporter,
  witsy,
  enconvo,
  aiderDesk,
  nanobot,
  fiveIre,
  sema4aiStudio,
  anythingllm,
  jan,
  cherryStudio,
  boltai,
  letta,
  snowflakeCortex,
  sourcegraphCody,
  aider,
  voidEditor,
  pieces,
  deepagents,
  museCode,
  emacsMcpEl,
  agentFrontMatter,
  genericMcpJson,
];
