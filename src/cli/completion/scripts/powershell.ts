/** For PowerShell 5 and later. */
export const powershellScript = `# Completion of castellan in PowerShell. In $PROFILE: castellan completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName castellan -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $word = "$wordToComplete".Trim('"', "'")
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    foreach ($line in @(castellan complete "--word=$word" @words 2>$null)) {
        $value, $about, $before = $line -split "\`t"
        if ($value -eq ':files' -or $value -eq ':folders') {
            $path = $word.Substring([Math]::Min("$before".Length, $word.Length))
            $all = @([System.Management.Automation.CompletionCompleters]::CompleteFilename($path))
            $folders = @($all | Where-Object { $_.ResultType -eq 'ProviderContainer' })
            $files = @($all | Where-Object { $_.ResultType -ne 'ProviderContainer' })
            $likely = @($files | Where-Object { $about -eq '*' -or ($about -split ' ') -contains [System.IO.Path]::GetExtension($_.ListItemText).TrimStart('.') })
            if ($likely.Count -eq 0) { $likely = $files }
            if ($value -eq ':folders') { $likely = @() }
            foreach ($file in $folders + $likely) {
                [System.Management.Automation.CompletionResult]::new("$before$($file.CompletionText)", $file.ListItemText, $file.ResultType, $file.ToolTip)
            }
        }
        elseif ($value) {
            $text = if ($value -match '^[A-Za-z0-9_./:+=-]+$') { $value } else { "'$value'" }
            $tip = if ($about) { $about } else { $value }
            [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $tip)
        }
    }
}
`;
