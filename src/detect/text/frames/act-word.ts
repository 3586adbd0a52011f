import type { Concept } from '../lexicon/concepts.js';
import type { Tag } from '../reading/phrase-trie.js';
import { gap } from '../reading/statement.js';
import type { Tongue } from '../reading/tongue.js';
import { isDoing } from './english.js';
import type { GraveAct, GraveOrder } from './grave-acts.js';
import { type FrameScene, frameWordsIn, frameWordsOf, NAMES } from './scene.js';

/** Farthest thing from its act, in characters: where only words decide, and where a shape does too. */
const NEAR = 70;
const FAR = 170;
/** In scripts without blanks a word has a third of the letters. */
const DENSE = 0.6;

/** What a sentence before may name for "it" to stand for; all else has to be said beside the act. */
const TOPICS: ReadonlySet<Concept> = new Set([
  'private',
  'userSecret',
  'event',
  'precept',
  'given',
  'guard',
  'valued',
  'route',
  'ours',
  'figure',
]);

/** The act's own word in the judged sentence, when a word of each class stands near enough to it. */
export function verbOf({ act, verb, things, shape }: GraveOrder, scene: FrameScene): Tag | undefined {
  if (verb === undefined) return undefined;
  const rows = things.map((thing) => (TOPICS.has(thing) ? frameWordsOf(scene, thing) : frameWordsIn(scene.statement, thing, scene.tongue)));
  if (rows.some((row) => row.length === 0)) return undefined;
  const reach = (shape ? FAR : NEAR) * (isDense(scene.tongue) ? DENSE : 1);
  return frameWordsIn(scene.statement, verb, scene.tongue).find(
    (word) =>
      (scene.tongue !== 'en' || isDoing(word, rows[0] ?? [], scene)) &&
      !isPartOfNoun(word, scene) &&
      rows.every((row) =>
        row.some(
          (thing) =>
            !overlaps(thing, word) &&
            gap(thing, word) <= reach &&
            !isAside(word, thing, scene) &&
            !isInOtherClause(act, word, thing, scene),
        ),
      ),
  );
}

/** In scripts without blanks a sentence has many clauses, and each has its own things; what is preferred to what takes two. */
function isInOtherClause(act: GraveAct, word: Tag, thing: Tag, { statement, tongue }: FrameScene): boolean {
  if (thing.start < 0 || !isDense(tongue) || act === 'prefer') return false;
  const between = statement.text.slice(Math.min(word.end, thing.end), Math.max(word.start, thing.start));
  return CLAUSE_MARK.test(between.replace(NAMES, '_'));
}

const CLAUSE_MARK = /[，、；。：！？,;:!?|]/;

/** What is deleted in a clause of its own is not kept from whom the other clause names. */
function isAside(word: Tag, thing: Tag, scene: FrameScene): boolean {
  if (scene.tongue === 'en' || thing.start < 0) return false;
  if (!frameWordsIn(scene.statement, 'wiping', scene.tongue).some((wiping) => overlaps(wiping, word))) return false;
  return /\s(?:und|y|e|et|и)\s/.test(scene.statement.text.slice(Math.min(word.end, thing.end), Math.max(word.start, thing.start)));
}

export function overlaps(a: Tag, b: Tag): boolean {
  return a.start < b.end && b.start < a.end;
}

/** An act that only tells what kind of thing the noun behind it is: stopping criteria, or in Japanese a hidden field. */
function isPartOfNoun({ start, end }: Tag, { statement: { text }, tongue }: FrameScene): boolean {
  if (tongue === 'ja' && /[ぁ-ん]$/.test(text.slice(start, end)) && /^[ァ-ヴ一-鿿]/.test(text.slice(end))) return true;
  return isDense(tongue) && CRITERION.test(text.slice(end));
}

const CRITERION = /^(?:的)?(?:标准|標準|条件|條件|准则|準則|时间|時間|原因|状态|狀態|状態|按钮|按鈕|ボタン|기준|조건|시간|버튼)/;

/** Without blanks between words. */
function isDense(tongue: Tongue): boolean {
  return tongue === 'zh' || tongue === 'ja' || tongue === 'ko';
}
