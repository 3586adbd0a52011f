/** Values of the Windows registry that take a protection away, each with what it is set to for that. */
const LOWERED = new Map(
  Object.entries({
    // User account control and SmartScreen.
    EnableLUA: 0,
    ConsentPromptBehaviorAdmin: 0,
    PromptOnSecureDesktop: 0,
    EnableSmartScreen: 0,
    SmartScreenEnabled: 0,
    LocalAccountTokenFilterPolicy: 1,
    // Firewall and virus scanner.
    EnableFirewall: 0,
    DisableAntiSpyware: 1,
    DisableAntiVirus: 1,
    DisableRealtimeMonitoring: 1,
    DisableBehaviorMonitoring: 1,
    DisableOnAccessProtection: 1,
    DisableScanOnRealtimeEnable: 1,
    DisableIOAVProtection: 1,
    DisableScriptScanning: 1,
    TamperProtection: 0,
    // Protected processes, drivers, macros and certificates.
    RunAsPPL: 0,
    EnableVirtualizationBasedSecurity: 0,
    VBAWarnings: 1,
    CertificateRevocation: 0,
    fDenyTSConnections: 0,
  }).map(([name, value]) => [name.toLowerCase(), value]),
);

/** `/v Name /t REG_DWORD /d 0`, `Name -Value 0`, `-Name Name -PropertyType DWord -Value 0`, `Name 0`. */
const SETTERS = new RegExp(
  String.raw`\b(${[...LOWERED.keys()].join('|')})\b['"]?(?:\s+(?:-\w+|/\w)(?:\s+(?:dword|reg_dword|string))?){0,4}\s+['"]?(?:0x)?0*([01])\b`,
  'gi',
);

/** True for a line of `reg add` or of a cmdlet that sets one of them so. */
export function lowersProtection(line: string): boolean {
  for (const [, name = '', value] of line.matchAll(SETTERS)) if (LOWERED.get(name.toLowerCase()) === Number(value)) return true;
  return false;
}
