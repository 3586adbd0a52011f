import type { BundleFile, SkillBundle } from '../../../model/ai-evidence.js';
import { LineCursor } from '../../../support/line-index.js';
import { fencesOf } from './fences.js';
import type { BundleHit } from './hits.js';
import { SETTINGS, WIDENS } from './persistence.js';

/** Languages of settings; what is written in others is followed as code. */
const OF_SETTINGS = /^(?:json[c5]?|toml|ya?ml|ini|)$/i;
/** What only starts programs is judged where it is written. */
const STARTED = /hooks|mcpservers/gi;
/** Characters before a fence in which its file is named, and what is said of it. */
const LEAD = 600;
/** Most characters of a line that only leads to the fence: what it is for stands in the paragraph before. */
const LEAD_IN = 120;
/** Words that warn of it, or leave it to the user. */
const SPARED =
  /\b(?:never|not|don't|avoid|warning|danger\w*|unsafe|insecure|risky|attack\w*|malicious|detect\w*|flag|example of|if you (?:want|trust|wish)|optional\w*|at your own risk|only (?:in|inside|within)|container|sandbox\w*|throwaway|disposable)\b/i;

/** APR-01 in a fence: settings that let the agent do anything unasked, under words that name the file where they take effect. */
export function* orderedSettings({ files }: SkillBundle): Generator<BundleHit> {
  for (const file of files) {
    if (file.text === undefined || (file.role !== 'entry' && file.role !== 'referenced')) continue;
    yield* settingsIn(file, file.text);
  }
}

function* settingsIn(file: BundleFile, text: string): Generator<BundleHit> {
  const lines = new LineCursor(text);
  for (const { start, bodyStart, tag, body } of fencesOf(text)) {
    if (!OF_SETTINGS.test(tag)) continue;
    const widened = WIDENS.exec(body.replace(STARTED, ''));
    const [before = '', lead = ''] = paragraphs(text.slice(Math.max(0, start - LEAD), start)).slice(-2);
    const settings = SETTINGS.exec(lead);
    const said = lead.length < LEAD_IN && lead.endsWith(':') ? `${before}\n${lead}` : lead;
    if (widened === null || settings === null || SPARED.test(said)) continue;
    yield {
      rule: 'APR-01',
      file,
      line: lines.at(bodyStart),
      severity: 'high',
      evidence: `${settings[0]}: ${widened[0]}`,
    };
  }
}

/** The paragraphs of a text, an empty one before them. */
function paragraphs(text: string): string[] {
  return ['', ...text.trimEnd().split(/\n[ \t]*\n/)];
}
