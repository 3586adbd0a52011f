import type { Severity } from '../../../model/severity.js';

/** One setting, and the value with which the client stops asking. */
export interface ApprovalSetting {
  /** Dotted key path, without a leading profile. */
  name: RegExp;
  value: RegExp;
  severity?: Severity;
}

/** Settings that switch off all approvals, in each client's own terms. */
export const bypassSettings: readonly ApprovalSetting[] = [
  { name: /^(?:permissions\.defaultMode|permissionMode)$/, value: /^bypassPermissions$/ },
  { name: /^(?:permissions\.)?(?:dangerouslySkipPermissions|skipDangerousModePermissionPrompt)$/, value: /^true$/ },
  { name: /^approval_policy$/, value: /^never$/ },
  { name: /^GOOSE_MODE$/, value: /^auto$/i },
  { name: /^(?:general\.defaultApprovalMode|tools\.approvalMode|approvalMode)$/, value: /^(?:yolo|unrestricted)$/i },
  { name: /^amp\.dangerouslyAllowAll$/, value: /^true$/ },
  { name: /^(?:settings\.)?chat\.tools\.(?:global\.)?autoApprove$/, value: /^true$/ },
  { name: /^agent\.always_allow_tool_actions$/, value: /^true$/ },
  { name: /^agent\.tool_permissions\.default$/, value: /^allow$/ },
  { name: /^defaultBehavior$/, value: /^allow$/ },
  { name: /^autonomyLevel$/, value: /^(?:auto-)?high$|^skip-permissions-unsafe$/ },
  { name: /^permission$/, value: /^allow$/ },
  { name: /^permission\.\*$/, value: /^allow$/ },
  { name: /^approvals\.mode$/, value: /^(?:off|yolo|never)$/ },
  { name: /^permissions\.(?:skip_requests|yolo)$/, value: /^true$/ },
  { name: /^toolPermissions\.default$/, value: /^allow$/ },
];

/** Settings that switch off the sandbox. */
export const sandboxSettings: readonly ApprovalSetting[] = [
  { name: /^sandbox_mode$/, value: /^danger-full-access$/ },
  { name: /^sandbox\.enabled$/, value: /^false$/ },
  { name: /^tools\.sandbox$/, value: /^(?:false|none)$/ },
];

/** Settings that skip the question whether to trust a folder. */
export const trustSettings: readonly ApprovalSetting[] = [
  { name: /^(?:settings\.)?security\.workspace\.trust\.enabled$/, value: /^false$/ },
  { name: /^security\.folderTrust\.enabled$/, value: /^false$/ },
  { name: /^projects\.(?:\/|~|\/(?:home|Users)\/[^/.]+|\/root)\.trust_level$/, value: /^trusted$/ },
];
