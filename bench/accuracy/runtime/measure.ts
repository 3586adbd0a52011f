import { isObject } from '../../../src/support/json.js';
import { callCases, detectorOfRule } from './call-cases.js';
import { measureDefinitions } from './definition-cases.js';
import { hiddenCases } from './hidden-cases.js';
import { JudgedSession, pinnedServer, type Said, textResult } from './judged-session.js';
import { secretCases } from './secret-cases.js';
import { measureSequences } from './sequence-cases.js';
import { Tallies, type Tally } from './tally.js';
import { recordTraffic, type Traffic } from './traffic.js';

const SEED = 20_260_728;

/** The rule by which each detector of single messages speaks. */
const SPEAKS = {
  'secret in arguments': 'detector.secret-arguments',
  'secret in a result': 'detector.secret-results',
  'hidden text in a result': 'detector.hidden-text',
} as const;

/** Every detector of the relay over the reference data, and over traffic of the published reference servers. */
export async function measureRuntimeDetectors(): Promise<Tally[]> {
  const tallies = new Tallies();
  measureDefinitions(tallies);
  measureMessages(tallies);
  measureSequences(tallies, SEED);
  for (const traffic of await recordTraffic()) measureTraffic(tallies, traffic);
  return tallies.all;
}

const speaks = (said: readonly Said[], wanted: string) => said.some(({ rule }) => rule === wanted);

function measureMessages(tallies: Tallies): void {
  const session = new JudgedSession('any');
  for (const { name, text, isSecret } of secretCases(SEED)) {
    tallies.take('secret in arguments', name, isSecret, speaks(session.call('write', { content: text }), SPEAKS['secret in arguments']));
    const said = session.answer('read', textResult(text));
    tallies.take('secret in a result', name, isSecret, speaks(said, SPEAKS['secret in a result']));
  }
  for (const { name, text, isHidden } of hiddenCases()) {
    const said = session.answer('read', textResult(text));
    tallies.take('hidden text in a result', name, isHidden, speaks(said, SPEAKS['hidden text in a result']));
  }
  for (const { detector, name, arguments: args, isBad } of callCases()) {
    const said = session.call('any', args).some(({ rule }) => detectorOfRule(rule) === detector);
    tallies.take(detector, name, isBad, said);
  }
}

/** In traffic that means well every detector is to be silent. */
function measureTraffic(tallies: Tallies, { server, tools, calls }: Traffic): void {
  const session = new JudgedSession(server, [pinnedServer(server, tools)]);
  const listed = session.list(tools);
  for (const kind of ['new', 'removed', 'renamed', 'changed'])
    tallies.take(`drift, ${kind}`, `${server}, as pinned`, false, speaks(listed, `pins.${kind}`));
  for (const { name, arguments: args, result } of calls) {
    const where = `${server} ${name} ${JSON.stringify(args).slice(0, 100)}`;
    const asked = session.call(name, args);
    const answered = session.answer(name, isObject(result) ? result : {});
    const take = (detector: string, spoke: boolean) => tallies.take(detector, where, false, spoke);
    take('undeclared tool', speaks(asked, 'pins.undeclared'));
    take('secret in arguments', speaks(asked, SPEAKS['secret in arguments']));
    take('secret in a result', speaks(answered, SPEAKS['secret in a result']));
    take('hidden text in a result', speaks(answered, SPEAKS['hidden text in a result']));
    take('sequence', speaks(asked, 'detector.sequence'));
    for (const detector of ['path to credentials', 'address of metadata'] as const)
      take(
        detector,
        asked.some(({ rule }) => detectorOfRule(rule) === detector),
      );
  }
}
