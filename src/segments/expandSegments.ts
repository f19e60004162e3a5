import { parseSegment } from './parseSegment.ts';
import type { Condition, SavedSegment, Segment } from './segment.ts';
import { segmentText } from './segmentText.ts';
import { conditionsIn } from './unknownNames.ts';

/** As many uses of saved segments are looked up in one search; a segment that uses itself ends there, too. */
const MOST_USES = 100;

/** True of nobody, and of everybody. */
const NOBODY: Condition = { kind: 'tags', comparison: '<', number: 0 };
const EVERYBODY: Condition = { kind: 'tags', comparison: '>=', number: 0 };

type Saved = readonly Pick<SavedSegment, 'name' | 'text'>[];

/**
 * The text with what each `segment:` in it stands for. Nobody is in one that is not saved, cannot be read, or uses itself.
 * @param saved of several with one name the first counts
 */
export function expanded(text: string, saved: Saved): string {
  const { segment } = parseSegment(text);
  if (segment === undefined || !conditionsIn(segment).some(isUse)) return text;
  let uses = 0;
  const inPlace = (one: Segment, within: readonly string[]): Segment => {
    switch (one.kind) {
      case 'and':
      case 'or':
        return { kind: one.kind, parts: one.parts.map((part) => inPlace(part, within)) };
      case 'not':
        return { kind: 'not', part: inPlace(one.part, within) };
      case 'segment': {
        const found = saved.find(({ name }) => name === one.name);
        const isTooMuch = within.includes(one.name) || ++uses > MOST_USES;
        if (found === undefined || isTooMuch) return NOBODY;
        const { segment: meant, problem } = parseSegment(found.text);
        if (problem !== undefined) return NOBODY;
        return meant === undefined ? EVERYBODY : inPlace(meant, [...within, one.name]);
      }
      default:
        return one;
    }
  };
  return segmentText(inPlace(segment, []));
}

/** Names of saved segments that a search uses and that are not there. */
export function missingSegments(segment: Segment, saved: Saved): readonly string[] {
  const used = conditionsIn(segment).flatMap((one) => (isUse(one) ? [one.name] : []));
  return [...new Set(used)].filter((used) => !saved.some(({ name }) => name === used));
}

function isUse(condition: Condition): condition is Extract<Condition, { kind: 'segment' }> {
  return condition.kind === 'segment';
}
