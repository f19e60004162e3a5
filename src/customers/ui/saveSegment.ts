import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import type { SavedSegment } from '../../search/segment.ts';
import { MAX_SEGMENT_LENGTH } from '../../search/words.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { runSteps, step } from '../../base/ui/steps.ts';
import { confirm, sayDone } from '../../base/ui/window.ts';
import { segmentProblem } from '../../search/parseSegment.ts';
import { segmentQuestion } from './askSource.ts';
import { fileOfFolder } from '../../workspaceFile/ui/fileCommands.ts';
import { fileIn } from '../../workspaceFile/ui/fileWatch.ts';
import type { WorkspaceFiles } from '../../workspaceFile/ui/workspaceFiles.ts';
import type { CustomerServices } from './customerServices.ts';

interface SegmentNeeds extends Pick<CustomerServices, 'segments' | 'windowSegments'> {
  readonly files: Pick<WorkspaceFiles, 'hasSegment' | 'removeSegment' | 'writeSegment'>;
}

type Needs = SegmentNeeds & Pick<CustomerServices, 'catalogue' | 'panels'>;

/** URI of a workspace file, or `window`: the private storage of this workspace, "In This Workspace" for the user. */
type SaveTarget = 'window' | vscode.Uri;

/** Maximum length of a name, in characters. Longer names cannot be distinguished in a menu. */
const MAX_NAME_LENGTH = 100;

export function saveSegment(services: Needs): Handler<'botTags.saveSegment'> {
  return {
    interactive: async (context) => {
      const panel = context.nodes.length === 0 ? services.panels.active() : undefined;
      const bot =
        panel?.bot ??
        (await botOfContext(await services.catalogue(), context, vscode.l10n.t('Save Segment')));
      await askAndSave(
        services,
        bot,
        (panel ?? services.panels.find(bot.key))?.search.trim() ?? '',
      );
    },
    withArguments: async ({ bot: reference, name, segment, in: location, folder, overwrite }) => {
      const bot = botByReference(await services.catalogue(), reference);
      const problem = segmentProblem(vscode.l10n, segment)?.text;
      if (problem !== undefined) throw new UserError(problem);
      const target = location === 'window' ? location : fileOfFolder(folder);
      if (target !== 'window') requireNotSandbox(bot);
      if (overwrite !== true && (await isTaken(services, bot, name, target))) {
        throw new UserError(
          vscode.l10n.t(
            'The segment "{0}" already exists. To replace it, set "overwrite" to true.',
            name,
          ),
        );
      }
      await save(services, bot, { name, text: segment }, target);
    },
  };
}

/**
 * @param text text of the segment. If empty, the user is also asked for it.
 * @throws {UserError} if the text is too long
 */
export async function askAndSave(services: SegmentNeeds, bot: Bot, text: string): Promise<void> {
  if (text.length > MAX_SEGMENT_LENGTH) throw new UserError(maxLengthText(MAX_SEGMENT_LENGTH));
  const targets = targetsFor(bot);
  let segment = text;
  let name = services.segments.segmentsOf(bot).find((saved) => saved.text === text)?.name ?? '';
  let target: SaveTarget = 'window';
  await runSteps(vscode.l10n.t('Save Segment'), [
    step(
      text === '',
      (position) => askText(segmentQuestion(segment), position),
      (answer) => (segment = answer),
    ),
    step(
      true,
      (position) => askText({ prompt: namePrompt(), value: name, validate: nameProblem }, position),
      (answer) => (name = answer),
    ),
    step(
      targets.length > 1,
      (position) =>
        askPick(
          { placeholder: vscode.l10n.t('Where to save the segment'), items: targets },
          position,
        ),
      (answer) => (target = answer.target),
    ),
  ]);
  if (await isTaken(services, bot, name, target)) {
    const message = vscode.l10n.t('The segment "{0}" already exists. Replace it?', name);
    await confirm({ message, detail: [] }, vscode.l10n.t('Replace'));
  }
  await save(services, bot, { name, text: segment }, target);
  sayDone(vscode.l10n.t('Segment "{0}" saved.', name));
}

/** Removes a segment after a confirmation. */
export async function askAndRemove(
  services: SegmentNeeds,
  bot: Bot,
  { name, from }: Pick<SavedSegment, 'name' | 'from'>,
): Promise<void> {
  const detail =
    from === 'file'
      ? vscode.l10n.t(
          'The segment will be removed from bot-tags.jsonc. Other people might also use this file.',
        )
      : vscode.l10n.t('The segment is not shared with others.');
  const message = vscode.l10n.t('Remove the segment "{0}"?', name);
  await confirm({ message, detail: [detail] }, vscode.l10n.t('Remove'));
  if (from === 'file') await services.files.removeSegment(bot, name);
  else await services.windowSegments.remove(bot.key, name);
}

function targetsFor({ kind }: Bot) {
  const { l10n, workspace } = vscode;
  const workspaceTarget = {
    label: l10n.t('In This Workspace'),
    detail: l10n.t('The segment is not shared with others.'),
    target: 'window' as SaveTarget,
  };
  if (kind === 'sandbox' || !workspace.isTrusted) return [workspaceTarget];
  const folders = workspace.workspaceFolders ?? [];
  const fileTargets = folders.map((folder) => ({
    label: workspace.asRelativePath(fileIn(folder), folders.length > 1),
    detail: l10n.t('The segment is shared with anyone who has this file.'),
    target: fileIn(folder),
  }));
  return [...fileTargets, workspaceTarget];
}

function requireNotSandbox({ kind, label }: Bot): void {
  if (kind !== 'sandbox') return;
  throw new UserError(
    vscode.l10n.t(
      'A segment of the sandbox "{0}" cannot be saved to a file, because the address of the sandbox is different in each window. Choose "In This Workspace" instead.',
      label,
    ),
  );
}

async function isTaken(
  services: SegmentNeeds,
  bot: Bot,
  name: string,
  target: SaveTarget,
): Promise<boolean> {
  if (target !== 'window') return services.files.hasSegment(target, bot, name);
  return services.windowSegments.segmentsOf(bot.key).some((saved) => saved.name === name);
}

function save(
  { windowSegments, files }: SegmentNeeds,
  bot: Bot,
  segment: Pick<SavedSegment, 'name' | 'text'>,
  target: SaveTarget,
): Promise<void> {
  if (target === 'window') return windowSegments.save(bot.key, segment);
  return files.writeSegment(target, bot, segment.name, segment.text);
}

function namePrompt(): string {
  return vscode.l10n.t('Name of the segment, for example "Inactive regular customers"');
}

function nameProblem(name: string): string | undefined {
  if (name.trim().length <= MAX_NAME_LENGTH) return undefined;
  return maxLengthText(MAX_NAME_LENGTH);
}

function maxLengthText(maxLength: number): string {
  return vscode.l10n.t('Use at most {0} characters.', maxLength);
}
