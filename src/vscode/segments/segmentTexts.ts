import { l10n } from 'vscode';
import type { SegmentStrings } from '../../surface/segmentStrings.ts';
import { problemTexts } from './problemTexts.ts';

export function segmentStrings(): SegmentStrings {
  return {
    title: l10n.t('Segment'),
    label: l10n.t('Segment: which customers to show'),
    placeholder: 'tag:VIP and not blocked and active < 30d',
    suggestions: l10n.t('Suggestions'),
    count: l10n.t('{0} of {1}'),
    builder: l10n.t('Builder'),
    save: l10n.t('Save Segment…'),
    saved: l10n.t('Saved Segments'),
    noSaved: l10n.t('No segment is saved for this bot.'),
    inFile: l10n.t('in bot-tags.jsonc'),
    close: l10n.t('Close'),
    removeSaved: l10n.t('Remove "{0}"'),
    unknown: l10n.t('Nobody has it, and it is not on the list: {0}'),
    problems: problemTexts(),
    broken: l10n.t('The builder goes on once the text can be read.'),
    joinLabel: l10n.t('Which of these'),
    joins: { all: l10n.t('All of'), any: l10n.t('Any of'), none: l10n.t('None of') },
    not: l10n.t('Not'),
    subject: l10n.t('About'),
    subjects: subjects(),
    comparison: l10n.t('Comparison'),
    ...comparisons(),
    value: l10n.t('Value'),
    name: l10n.t('Parameter'),
    labelled: l10n.t('{0}: {1}'),
    unit: l10n.t('Unit'),
    units: {
      h: l10n.t('hours ago'),
      d: l10n.t('days ago'),
      w: l10n.t('weeks ago'),
      day: l10n.t('date'),
    },
    applied: l10n.t('Applied'),
    anyTime: l10n.t('at any time'),
    times: l10n.t('Times applied'),
    anyCount: l10n.t('any number of times'),
    addCondition: l10n.t('Add Condition'),
    addGroup: l10n.t('Add Group'),
    removeCondition: l10n.t('Remove Condition'),
    removeGroup: l10n.t('Remove Group'),
    condition: l10n.t('Condition {0}'),
    group: l10n.t('Group {0}'),
  };
}

function subjects(): SegmentStrings['subjects'] {
  return {
    tag: l10n.t('Tag'),
    folder: l10n.t('Folder'),
    tagid: l10n.t('Tag ID'),
    folderid: l10n.t('Folder ID'),
    tags: l10n.t('Number of tags'),
    status: l10n.t('Status'),
    platform: l10n.t('Platform'),
    page: l10n.t('Page ID'),
    gender: l10n.t('Gender'),
    active: l10n.t('Last interaction'),
    first: l10n.t('First interaction'),
    param: l10n.t('Parameter'),
    hasParam: l10n.t('Has parameter'),
    email: l10n.t('Has e-mail'),
    phone: l10n.t('Has phone'),
    hasGender: l10n.t('Has gender'),
    blocked: l10n.t('Blocked or blocked the bot'),
  };
}

function comparisons(): Pick<SegmentStrings, 'comparisons' | 'dayComparisons'> {
  return {
    comparisons: {
      '=': l10n.t('is'),
      '!=': l10n.t('is not'),
      '<': l10n.t('less than'),
      '<=': l10n.t('at most'),
      '>': l10n.t('more than'),
      '>=': l10n.t('at least'),
    },
    dayComparisons: {
      '=': l10n.t('on'),
      '!=': l10n.t('not on'),
      '<': l10n.t('before'),
      '<=': l10n.t('until'),
      '>': l10n.t('after'),
      '>=': l10n.t('since'),
    },
  };
}
