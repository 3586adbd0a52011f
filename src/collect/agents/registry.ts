import type { AiClient } from './clients/client.js';
import { fiveIre } from './clients/desktop/5ire.js';
import { aiderDesk } from './clients/desktop/aider-desk.js';
import { anythingllm } from './clients/desktop/anythingllm.js';
import { boltai } from './clients/desktop/boltai.js';
import { cherryStudio } from './clients/desktop/cherry-studio.js';
import { claudeDesktop } from './clients/desktop/claude-desktop.js';
import { claudeDesktopExtension } from './clients/desktop/claude-desktop-extension.js';
import { enconvo } from './clients/desktop/enconvo.js';
import { jan } from './clients/desktop/jan.js';
import { lmStudio } from './clients/desktop/lm-studio.js';
import { pieces } from './clients/desktop/pieces.js';
import { sema4aiStudio } from './clients/desktop/sema4ai-studio.js';
import { witsy } from './clients/desktop/witsy.js';
import { amazonQ } from './clients/editors/amazon-q.js';
import { antigravity } from './clients/editors/antigravity.js';
import { cline } from './clients/editors/cline.js';
import { continueDev } from './clients/editors/continue.js';
import { copilotJetbrains } from './clients/editors/copilot-jetbrains.js';
import { copilotXcode } from './clients/editors/copilot-xcode.js';
import { cursor } from './clients/editors/cursor.js';
import { emacsMcpEl } from './clients/editors/emacs-mcp-el.js';
import { jetbrainsAi } from './clients/editors/jetbrains-ai.js';
import { junie } from './clients/editors/junie.js';
import { kiloCode } from './clients/editors/kilo-code.js';
import { kiro } from './clients/editors/kiro.js';
import { mcphubNvim } from './clients/editors/mcphub-nvim.js';
import { qoder } from './clients/editors/qoder.js';
import { rooCode } from './clients/editors/roo-code.js';
import { sourcegraphCody } from './clients/editors/sourcegraph-cody.js';
import { tabnine } from './clients/editors/tabnine.js';
import { trae } from './clients/editors/trae.js';
import { visualStudio } from './clients/editors/visual-studio.js';
import { voidEditor } from './clients/editors/void.js';
import { vscode } from './clients/editors/vscode.js';
import { vscodeInsiders } from './clients/editors/vscode-insiders.js';
import { vscodeServer } from './clients/editors/vscode-server.js';
import { vscodeSettings } from './clients/editors/vscode-settings.js';
import { windsurf } from './clients/editors/windsurf.js';
import { windsurfJetbrains } from './clients/editors/windsurf-jetbrains.js';
import { zed } from './clients/editors/zed.js';
import { copilotCodingAgent } from './clients/platforms/copilot-coding-agent.js';
import { devcontainer } from './clients/platforms/devcontainer.js';
import { dockerMcp } from './clients/platforms/docker-mcp.js';
import { fastAgent } from './clients/platforms/fast-agent.js';
import { hermes } from './clients/platforms/hermes.js';
import { letta } from './clients/platforms/letta.js';
import { librechat } from './clients/platforms/librechat.js';
import { mcpAgent } from './clients/platforms/mcp-agent.js';
import { mcporter } from './clients/platforms/mcporter.js';
import { nanobot } from './clients/platforms/nanobot.js';
import { openclaw } from './clients/platforms/openclaw.js';
import { openhands } from './clients/platforms/openhands.js';
import { agentFrontMatter } from './clients/shared-files/agent-front-matter.js';
import { genericMcpJson } from './clients/shared-files/generic-mcp-json.js';
import { kiroAgent } from './clients/shared-files/kiro-agent.js';
import { aider } from './clients/terminal/aider.js';
import { amp } from './clients/terminal/amp.js';
import { augment } from './clients/terminal/augment.js';
import { claudeCode } from './clients/terminal/claude-code.js';
import { claudeCodeManaged } from './clients/terminal/claude-code-managed.js';
import { claudeCodePlugin } from './clients/terminal/claude-code-plugin.js';
import { claudeCodeSettings } from './clients/terminal/claude-code-settings.js';
import { clineCli } from './clients/terminal/cline-cli.js';
import { codex } from './clients/terminal/codex.js';
import { copilotCli } from './clients/terminal/copilot-cli.js';
import { crush } from './clients/terminal/crush.js';
import { deepagents } from './clients/terminal/deepagents.js';
import { devin } from './clients/terminal/devin.js';
import { factoryDroid } from './clients/terminal/factory-droid.js';
import { geminiCli } from './clients/terminal/gemini-cli.js';
import { geminiCliExtension } from './clients/terminal/gemini-cli-extension.js';
import { goose } from './clients/terminal/goose.js';
import { grokCli } from './clients/terminal/grok-cli.js';
import { kimiCli } from './clients/terminal/kimi-cli.js';
import { mistralVibe } from './clients/terminal/mistral-vibe.js';
import { museCode } from './clients/terminal/muse-code.js';
import { opencode } from './clients/terminal/opencode.js';
import { qwenCode } from './clients/terminal/qwen-code.js';
import { rovoDev } from './clients/terminal/rovo-dev.js';
import { snowflakeCortex } from './clients/terminal/snowflake-cortex.js';
import { warp } from './clients/terminal/warp.js';

/**
 * Every client we know, in the order in which they may claim a file that several could own. To add one, write its file
 * and a line here.
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
