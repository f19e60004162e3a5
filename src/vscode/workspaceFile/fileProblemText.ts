import { l10n } from 'vscode';
import type { FileFinding } from '../../core/catalogue/fileFindings.ts';
import type { FileProblem } from '../../core/catalogue/workspaceFileText.ts';
import { baseUrlShape } from '../errors/baseUrlText.ts';
import { quoted } from '../kit/counts.ts';

/** What is wrong with a workspace file, and what to do about it. */
export function problemText({ code, detail }: FileProblem): string {
  switch (code) {
    case 'syntax':
      return l10n.t('This is not JSON with comments: {0}.', detail);
    case 'shape':
      return shapeText(detail);
    case 'version':
      return l10n.t(
        'The file needs "version": 1. Any other version belongs to a newer Bot Tag Explorer.',
      );
    case 'base-url':
      return baseUrlShape();
    case 'token':
      return l10n.t(
        'This file must not contain a token: remove it, and replace it in the service, because others may have read it.',
      );
    case 'duplicate-bot':
      return l10n.t('This bot is in the file twice: same base URL, same bot ID.');
    case 'duplicate-id':
      return l10n.t('This bot lists the ID {0} twice.', detail);
    case 'too-deep':
      return l10n.t('The folders are nested more than 100 deep.');
    case 'too-large':
      return l10n.t('The file is larger than 32 MiB.');
    case 'segments':
      return l10n.t('"segments" has to be a list: [ … ].');
    case 'segment':
      return l10n.t('A segment needs a name and a text: { "name": "…", "segment": "…" }.');
    case 'segment-text':
      return detail;
    case 'duplicate-segment':
      return l10n.t('This bot has the segment "{0}" twice.', detail);
  }
}

/** Where a file says another thing than the service. */
export function findingText({ spot, item, kind, botId }: FileFinding): string {
  switch (kind) {
    case 'gone':
      return l10n.t('The service no longer has {0}.', quoted(spot.name));
    case 'renamed':
      return l10n.t('The service calls it "{0}", not "{1}".', item.name, spot.name);
    case 'wrong-bot':
      return l10n.t('"{0}" belongs to another bot: {1}.', spot.name, botId ?? '');
    case 'unchecked':
      return l10n.t('"{0}" could not be checked: {1}', spot.name, item.reason ?? '');
  }
}

function shapeText(expected: string): string {
  switch (expected) {
    case 'object':
      return l10n.t('Braces are expected here: { … }.');
    case 'bots':
      return l10n.t('"bots" has to be a list: [ … ].');
    case 'folders':
    case 'tags':
      return l10n.t('"{0}" has to hold IDs, each with its name: { "tag-…": "Name" }.', expected);
    case 'readOnly':
      return l10n.t('"readOnly" has to be true or false.');
    case 'id':
      return l10n.t('An ID is missing.');
    case 'type':
      return l10n.t('"type" has to be a number other than 1, which means a folder.');
    default:
      return l10n.t('"{0}" has to be text and not empty.', expected);
  }
}

export function notSavedText(file: string, problem: string): string {
  return l10n.t(
    '{0} was not saved, because it could not be loaded again. Choose fewer bots. {1}',
    file,
    problem,
  );
}

export function notLoadedText(problem: string): string {
  return l10n.t('The file is not loaded; what was loaded before stays. {0}', problem);
}
