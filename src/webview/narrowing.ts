import type { PanelMessage } from '../surface/gridMessages.ts';
import type { GridStrings } from '../surface/gridStrings.ts';
import { NO_FILTER } from '../rowIndex/filter.ts';
import type { Format } from './base/format.ts';
import type { Panel } from './connectPanel.ts';
import { FilterBar } from './filter/filterBar.ts';
import type { RowView } from './rowView.ts';
import { SegmentBar } from './segment/segmentBar.ts';

interface NarrowingOptions {
  readonly strings: GridStrings;
  readonly format: Format;
  readonly rows: RowView;
  readonly panel: Panel;
  /** Loaded rows. */
  readonly loaded: () => number;
  /** To who cannot see it. */
  readonly onSaid: (text: string) => void;
  readonly onFilter: ConstructorParameters<typeof FilterBar>[0]['onFilter'];
}

/** What narrows the rows: the filter, and the segment, which is part of it and has a bar of its own. */
export class Narrowing {
  readonly filter: FilterBar;
  readonly segment: SegmentBar;
  readonly #rows: RowView;

  constructor({ strings, format, rows, panel, loaded, ...on }: NarrowingOptions) {
    this.#rows = rows;
    this.segment = new SegmentBar({
      ...{ strings, format, loaded, onSaid: on.onSaid },
      values: () => rows.index.values(),
      count: (text) => rows.index.count({ ...NO_FILTER, segment: text }),
      onSegment: (text) => this.filter.setSegment(text),
      onOpen: (isOpen, hadFocus) => this.filter.showSegmentBar(isOpen, hadFocus),
      onSave: (text) => panel.post({ type: 'saveSegment', text }),
      onRemove: ({ name, from }) => panel.post({ type: 'removeSegment', name, from }),
    });
    this.filter = new FilterBar({
      ...{ strings, format, onFilter: on.onFilter },
      facets: () => rows.index.facets(),
      onSegment: (text) => this.segment.show(text),
      onToggleSegment: () => this.segment.toggle(),
    });
  }

  /** In place of what was filtered by. */
  show(wanted: Extract<PanelMessage, { type: 'showTags' | 'showSegment' }>): void {
    if (wanted.type === 'showTags') return this.filter.showTags(wanted.tags);
    this.filter.reset();
    this.segment.showWanted(wanted.text);
  }

  /** @returns whether the message was about the names in segments, and of segments */
  take(message: PanelMessage): boolean {
    switch (message.type) {
      case 'segments':
        this.segment.takeSaved(message.saved);
        return true;
      case 'vocabulary':
        this.#rows.vocabulary = message.vocabulary;
        this.segment.takeVocabulary(message.vocabulary);
        return true;
      default:
        return false;
    }
  }
}
