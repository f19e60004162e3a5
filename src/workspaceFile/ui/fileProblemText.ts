import { l10n } from 'vscode';
import type { FileFinding, FileProblem } from '../../catalogue/workspaceFileText.ts';
import { baseUrlFormatText } from '../../errors/ui/refusalTexts.ts';
import { quoted } from '../../base/ui/localeTexts.ts';

export function problemText({ code, detail }: FileProblem): string {
  switch (code) {
    case 'syntax':
      return l10n.t('The JSON has a syntax error ({0}).', detail);
    case 'shape':
      return shapeText(detail);
    case 'version':
      return l10n.t(
        'The file needs "version": 1. Update Bot Tag Explorer to load a file of a newer version.',
      );
    case 'base-url':
      return baseUrlFormatText();
    case 'token':
      return l10n.t(
        'This file must not contain a token. Remove the token from the file. Then replace the token in the service, because other people might have read the token.',
      );
    case 'duplicate-bot':
      return l10n.t('The file lists this bot twice, with the same base URL and bot ID.');
    case 'duplicate-id':
      return l10n.t('This bot lists the ID {0} twice.', detail);
    case 'too-deep':
      return l10n.t('The folders are nested more than 100 levels deep.');
    case 'too-large':
      return l10n.t('The file is larger than 32 MiB.');
    case 'segments':
      return listText(code);
    case 'segment':
      return l10n.t('Write each segment as { "name": "…", "segment": "…" }.');
    case 'segment-text':
      return detail;
    case 'duplicate-segment':
      return l10n.t('This bot has the segment "{0}" twice.', detail);
  }
}

export function findingText({ locatedItem, item, kind, botId }: FileFinding): string {
  switch (kind) {
    case 'gone':
      return l10n.t(
        'The tag or folder {0} no longer exists in the service.',
        quoted(locatedItem.name),
      );
    case 'renamed':
      return l10n.t('The name in the service is "{0}", not "{1}".', item.name, locatedItem.name);
    case 'wrong-bot':
      return l10n.t('"{0}" belongs to another bot: {1}.', locatedItem.name, botId ?? '');
    case 'unchecked':
      return l10n.t('Could not check "{0}": {1}', locatedItem.name, item.reason ?? '');
  }
}

function shapeText(expected: string): string {
  switch (expected) {
    case 'object':
      return l10n.t('An object is expected here: { … }.');
    case 'bots':
      return listText(expected);
    case 'folders':
    case 'tags':
      return l10n.t('"{0}" must contain IDs, each with its name: { "tag-…": "Name" }.', expected);
    case 'readOnly':
      return l10n.t('"readOnly" must be true or false.');
    case 'id':
      return l10n.t('An ID is missing.');
    case 'type':
      return l10n.t('"type" must be a number, but not 1, because 1 means a folder.');
    default:
      return l10n.t('"{0}" must be text and must not be empty.', expected);
  }
}

function listText(name: string): string {
  return l10n.t('"{0}" must be a list: [ … ].', name);
}

/** @param problem text from `problemText` */
export function notSavedText(file: string, problem: string): string {
  return l10n.t(
    '{0} was not saved, because loading the saved file would fail. Save fewer bots, tags, or segments. {1}',
    file,
    problem,
  );
}

/** @param problem text from `problemText` */
export function notLoadedText(problem: string): string {
  return l10n.t(
    'The file could not be loaded, so any content from the last load is still used. {0}',
    problem,
  );
}
