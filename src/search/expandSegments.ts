import { parseSegment } from './parseSegment.ts';
import type { Condition, SavedSegment, Segment } from './segment.ts';
import { segmentText } from './segmentText.ts';
import { conditionsIn } from './segmentNames.ts';

/** Maximum number of saved segments that one search may use, including nested segments. */
const MAX_USES = 100;

const MATCHES_NOBODY: Condition = { kind: 'tags', comparison: '<', number: 0 };
const MATCHES_EVERYBODY: Condition = { kind: 'tags', comparison: '>=', number: 0 };

interface ExpandedSearch {
  /** Search without `segment:` conditions. Unchanged if it had none, or cannot be parsed. */
  readonly text: string;
  /**
   * Names of segments that are not saved, cannot be parsed, use themselves, or exceed the maximum.
   * In `text`, each of them matches no customer.
   */
  readonly unusable: readonly string[];
}

/** Replaces each `segment:` condition by the search saved under its name. The first of equal names wins. */
export function expandSegments(
  text: string,
  saved: readonly Pick<SavedSegment, 'name' | 'text'>[],
): ExpandedSearch {
  const { segment } = parseSegment(text);
  const usesSavedSegment =
    segment !== undefined && conditionsIn(segment).some(({ kind }) => kind === 'segment');
  if (!usesSavedSegment) return { text, unusable: [] };
  const unusable = new Set<string>();
  let useCount = 0;

  /** @param outerNames names of the saved segments that contain this one */
  function expandNamed(name: string, outerNames: readonly string[]): Segment {
    const found = saved.find((candidate) => candidate.name === name);
    const parsed = parseSegment(found?.text ?? '');
    const isUsable =
      found !== undefined && parsed.problem === undefined && !outerNames.includes(name);
    if (!isUsable || ++useCount > MAX_USES) {
      unusable.add(name);
      return MATCHES_NOBODY;
    }
    return parsed.segment === undefined
      ? MATCHES_EVERYBODY
      : expand(parsed.segment, [...outerNames, name]);
  }

  function expand(part: Segment, outerNames: readonly string[]): Segment {
    switch (part.kind) {
      case 'and':
      case 'or':
        return { kind: part.kind, parts: part.parts.map((inner) => expand(inner, outerNames)) };
      case 'not':
        return { kind: 'not', part: expand(part.part, outerNames) };
      case 'segment':
        return expandNamed(part.name, outerNames);
      default:
        return part;
    }
  }

  const expanded = segmentText(expand(segment, []));
  return { text: expanded, unusable: [...unusable] };
}
